// A webpack loader that makes fullpage.js export a function. Each call creates a new copy of the library,
// because version 4.0.41 rejects its licence key if a copy starts twice.

const STYLES = [
  // the security policy forbids inline styles
  String.raw` style=\"").concat(positionStyle, "\"`,
  String.raw` style=\"text-decoration:none; color: #000;\"`,
];
// Code for Internet Explorer that forces a slow layout.
const HEIGHT = "var shouldBeScrollable = scrollOverflowHandler.shouldBeScrollable(el.item);";
const RESIZE = "g_isConsecutiveResize = false; // }\n      }, 400);";
// Code that deletes Next's history state and changes the history more often than Safari allows.
const HISTORY = "win.history.replaceState(null, '', win.location.pathname + window.location.search);";
// Code that moves contents into new elements. The HTML already has these elements (app/extras/fullpage).
const WRAPPER = "var overflowWrapper = document.createElement('div');";
const WRAP = "overflowWrapper.className = OVERFLOW;\n        wrapInner(item, overflowWrapper);";
const UNWRAP = "function unwrap(wrapper) {";
// Code that handles Tab, but skips elements beside slides.
const TAB = "onTab(e);";
const CLASSES = "var usedSelectors = [SECTION, SLIDE, SLIDES_CONTAINER];";
const UMD = "typeof define === 'function' && define.amd ? define(factory)";
const NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js";

/**
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) => {
  for (const expected of [UMD, RESIZE, HEIGHT, HISTORY, WRAPPER, WRAP, UNWRAP, TAB, CLASSES, ...STYLES]) {
    if (source.includes(expected)) continue;
    throw new Error(
      `fullpage.js has changed: expected \`${expected}\` in it. See pwa/seam/fullpage-loader.js, which depends on it.`,
    );
  }
  const unstyled = STYLES.reduce((text, style) => text.replace(style, ""), source);
  const library = unstyled
    .replace(RESIZE, RESIZE.replace("400", "resizeDelay"))
    .replace(HEIGHT, "var shouldBeScrollable;")
    .replace(HISTORY, "")
    .replace(WRAPPER, 'var overflowWrapper = item.querySelector(":scope > .panel");')
    .replace(WRAP, "overflowWrapper.classList.add(OVERFLOW);")
    .replace(UNWRAP, `${UNWRAP} return wrapper.classList.remove(OVERFLOW);`)
    .replace(TAB, "")
    .replace(CLASSES, "var usedSelectors = [SECTION, SLIDE];");
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
