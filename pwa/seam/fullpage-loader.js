// A webpack loader for fullpage.js. Each call of the module creates a new library, as 4.0.41 accepts its licence key
// only at every second start. Drops inline styles, which the security policy forbids.
const STYLES = [
  String.raw` style=\"").concat(positionStyle, "\"`,
  String.raw` style=\"text-decoration:none; color: #000;\"`,
];
const UMD = "typeof define === 'function' && define.amd ? define(factory)";
const NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js";

/**
 * @param {string} source the library's
 * @returns {string} the module's
 */
module.exports = (source) => {
  for (const expected of [UMD, ...STYLES]) {
    if (source.includes(expected)) continue;
    throw new Error(
      `fullpage.js has changed: expected \`${expected}\` in it. See pwa/seam/fullpage-loader.js, which depends on it.`,
    );
  }
  const library = STYLES.reduce((text, style) => text.replace(style, ""), source);
  // The licence asks for a notice, and the minifier drops comments.
  return `export default function create() {
    let library;
    const exports = undefined;
    const console = { warn() {} }; // hides a greeting at each call; errors go to window.console
    const define = (factory) => { library = factory(); };
    define.amd = true;
    ${library}
    library.notice = ${JSON.stringify(NOTICE)};
    return library;
  }`;
};
