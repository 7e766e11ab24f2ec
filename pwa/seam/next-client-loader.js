// A webpack loader for Next's client/index.js, for pages that are hydrated while somebody reads them: React hydrates
// in small steps, and the page stays where the visitor has scrolled.

// What is expected of Next -> what takes its place.
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
  // The browser has scrolled to the hash when it loaded the document.
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
          `expected once in it:\n${expected}\nLook at pwa/seam/next-client-loader.js.`,
      );
    }
    return changed.replace(expected, () => ours);
  }, source);
