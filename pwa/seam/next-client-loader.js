// A webpack loader for Next's client/index.js. Makes React hydrate in an interruptible transition, and
// prevents Next from scrolling when a page loads.

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
  // Disables Next's initial scrolling, because the browser has already scrolled to the hash.
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
 * @param {string} source
 * @returns {string}
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
