// A webpack loader for Next's client/index.js: React hydrates in small steps, and the page does not scroll again.

/** @type {[expected: string, ours: string][]} */
const CHANGES = [
  [
    `        reactRoot = _client.default.hydrateRoot(domEl, reactEl, {
            onRecoverableError: _onrecoverableerror.onRecoverableError
        });`,
    `        _react.default.startTransition(() => {
            reactRoot = _client.default.hydrateRoot(domEl, reactEl, {
                onRecoverableError: _onrecoverableerror.onRecoverableError
            });
        });`,
  ],
  // The browser has scrolled to the hash already.
  [
    `componentDidMount() {
        this.scrollToHash();`,
    `componentDidMount() {
        this.path = location.pathname;`,
  ],
  [
    `componentDidUpdate() {
        this.scrollToHash();`,
    `componentDidUpdate() {
        if (location.pathname !== this.path) this.scrollToHash();
        this.path = location.pathname;`,
  ],
];

/**
 * @param {string} source Next's
 * @returns {string} the module's
 */
module.exports = (source) =>
  CHANGES.reduce((changed, [expected, ours]) => {
    if (changed.split(expected).length !== 2) {
      throw new Error(
        "Next's client/index.js has changed: " +
          `expected once in it:\n${expected}\nSee pwa/seam/next-client-loader.js.`,
      );
    }
    return changed.replace(expected, () => ours);
  }, source);
