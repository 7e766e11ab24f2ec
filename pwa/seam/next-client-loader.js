// A webpack loader for Next's browser code. Lets React pause hydration, keeps Next from scrolling when a page loads,
// and reports a failed start. Makes screen readers announce a title only when another page opens.
const path = require("node:path");

/** @type {[expected: string, ours: string][]} */
const INDEX = [
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
  // Prevents Next from scrolling to the hash when a page loads, because the browser has already scrolled.
  [
    `componentDidMount() {
        this.scrollToHash();`,
    "componentDidMount() {",
  ],
  // Prevents Next from scrolling to the hash after it has restored the scroll position. Links to a hash still work,
  // because Next's router scrolls to their targets.
  [
    `componentDidUpdate() {
        this.scrollToHash();`,
    "componentDidUpdate() {",
  ],
];

/** @type {[expected: string, ours: string][]} */
const ENTRY = [
  [".catch(console.error)", '.catch((error)=>dispatchEvent(new CustomEvent("app:failed", { detail: { error } })))'],
];

/** @type {[expected: string, ours: string][]} */
const ANNOUNCER = [
  // Next would announce a page again when the hash changes, or when a post's ID replaces `[postId]`.
  [
    "const { asPath } = (0, _router.useRouter)();",
    `(0, _router.useRouter)();
    const asPath = location.pathname;`,
  ],
];

/** @type {Record<string, [expected: string, ours: string][]>} */
const CHANGES = { "index.js": INDEX, "next.js": ENTRY, "route-announcer.js": ANNOUNCER };

/** @type {(this: { resourcePath: string }, source: string) => string} */
module.exports = function load(source) {
  const name = path.basename(this.resourcePath);
  return CHANGES[name].reduce((changed, [expected, ours]) => {
    if (changed.split(expected).length !== 2) {
      throw new Error(
        `Next's client/${name} has changed: expected once in it:\n${expected}\nSee pwa/seam/next-client-loader.js.`,
      );
    }
    return changed.replace(expected, () => ours);
  }, source);
};
