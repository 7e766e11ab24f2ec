// A webpack loader for fullpage.js: the module becomes a function that makes the library anew at each call.
//
// 4.0.41 keeps state between pages: it reverses an array in place, so that only every second initialisation in a
// document passes its check of the licence key. The library's own code is not changed.
const UMD = "typeof define === 'function' && define.amd ? define(factory)";
const NOTICE = "fullPage.js 4.0.41, (c) Alvaro Trigo, GPL-3.0: https://github.com/alvarotrigo/fullPage.js";

/**
 * @param {string} source the library's
 * @returns {string} the module's
 */
module.exports = (source) => {
  if (!source.includes(UMD)) {
    throw new Error(
      `fullpage.js has changed: expected \`${UMD}\` in it. Look at pwa/seam/fullpage-loader.js, which depends on it.`,
    );
  }
  // The licence asks for a notice. The minifier drops comments, so it is a property.
  return `export default function create() {
    let library;
    const exports = undefined;
    const console = { warn() {} }; // it greets with a warning at each call; its faults go to window.console
    const define = (make) => { library = make(); };
    define.amd = true;
    ${source}
    library.notice = ${JSON.stringify(NOTICE)};
    return library;
  }`;
};
