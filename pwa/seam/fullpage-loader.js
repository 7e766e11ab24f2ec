// A webpack loader that makes fullpage.js export a function. Each call creates a new copy of the library,
// because version 4.0.41 rejects its licence key if a copy starts twice.

const NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js";
const UMD = "typeof define === 'function' && define.amd ? define(factory)";

/** @type {[expected: string, ours: string][]} */
const CHANGES = [
  [UMD, UMD],
  // Code that adds inline styles, which the security policy forbids.
  [String.raw` style=\"").concat(positionStyle, "\"`, ""],
  [String.raw` style=\"text-decoration:none; color: #000;\"`, ""],
  [
    "g_isConsecutiveResize = false; // }\n      }, 400);",
    "g_isConsecutiveResize = false; // }\n      }, resizeDelay);",
  ],
  // Code for Internet Explorer that forces a slow layout.
  ["var shouldBeScrollable = scrollOverflowHandler.shouldBeScrollable(el.item);", "var shouldBeScrollable;"],
  // Code that deletes Next's history state and changes the history more often than Safari allows.
  ["win.history.replaceState(null, '', win.location.pathname + window.location.search);", ""],
  // Code that moves contents into new elements. The HTML already has these elements (app/extras/fullpage).
  [
    "var overflowWrapper = document.createElement('div');",
    'var overflowWrapper = item.querySelector(":scope > .panel");',
  ],
  [
    "overflowWrapper.className = OVERFLOW;\n        wrapInner(item, overflowWrapper);",
    "overflowWrapper.classList.add(OVERFLOW);",
  ],
  ["function unwrap(wrapper) {", "function unwrap(wrapper) { return wrapper.classList.remove(OVERFLOW);"],
  ["var usedSelectors = [SECTION, SLIDE, SLIDES_CONTAINER];", "var usedSelectors = [SECTION, SLIDE];"],
  // Code that handles Tab, but skips elements beside slides.
  ["onTab(e);", ""],
];

/** @type {(source: string) => string} */
module.exports = (source) => {
  const library = CHANGES.reduce((changed, [expected, ours]) => {
    if (changed.includes(expected)) return changed.replace(expected, () => ours);
    throw new Error(
      `fullpage.js has changed: expected \`${expected}\` in it. See pwa/seam/fullpage-loader.js, which depends on it.`,
    );
  }, source);
  // The licence notice is a string, because the minifier removes comments.
  return `export default function create(resizeDelay) {
    let library;
    const exports = undefined;
    const console = { warn() {} }; // hides the library's greeting in the console
    const define = (factory) => { library = factory(); };
    define.amd = true;
    ${library}
    library.notice = ${JSON.stringify(NOTICE)};
    return library;
  }`;
};
