// A webpack loader that changes fullpage.js. The module then exports a function that creates a new copy of the library,
// because one copy (version 4.0.41) accepts its licence key only at every second start. Also removes inline styles,
// which the security policy forbids.
const STYLES = [
  String.raw` style=\"").concat(positionStyle, "\"`,
  String.raw` style=\"text-decoration:none; color: #000;\"`,
];
const RESIZE = "g_isConsecutiveResize = false; // }\n      }, 400);";
const UMD = "typeof define === 'function' && define.amd ? define(factory)";
const NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js";

/**
 * @param {string} source
 * @returns {string}
 */
module.exports = (source) => {
  for (const expected of [UMD, RESIZE, ...STYLES]) {
    if (source.includes(expected)) continue;
    throw new Error(
      `fullpage.js has changed: expected \`${expected}\` in it. See pwa/seam/fullpage-loader.js, which depends on it.`,
    );
  }
  const unstyled = STYLES.reduce((text, style) => text.replace(style, ""), source);
  const library = unstyled.replace(RESIZE, RESIZE.replace("400", "resizeDelay"));
  // The licence notice is in a property, because the minifier removes comments.
  return `export default function create(resizeDelay) {
    let library;
    const exports = undefined;
    const console = { warn() {} }; // hides the greeting of the library
    const define = (factory) => { library = factory(); };
    define.amd = true;
    ${library}
    library.notice = ${JSON.stringify(NOTICE)};
    return library;
  }`;
};
