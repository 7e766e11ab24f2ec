// Runs scripts of Reflex events, such as `rx.call_script`, without `eval`. A script is a function in the page's code or
// the address of a JavaScript file.

/** @typedef {(scope: object) => any} Run */

/** @type {(code: string | Run) => Run | Promise<Run>} */
const loaded = (code) =>
  typeof code === "string"
    ? import(/* webpackChunkName: "private-script" */ "./script-loader.js").then(({ load }) => load(code))
    : code;

/**
 * @param {{ javascript_code?: string | Run, function?: string | Run, callback?: string | Run | null }} payload
 * @param {object} scope
 */
export async function runScript({ javascript_code, function: called, callback }, scope) {
  try {
    const code = javascript_code || called;
    const run = typeof code === "string" ? await loaded(code) : code;
    const value = run?.(scope);
    if (callback) (await loaded(callback))(scope)(await value);
  } catch (error) {
    reportError(error);
  }
}

/**
 * Finds an element by the ref name that Reflex derives from its ID. Returns an object like a React ref.
 *
 * @param {string} name
 */
export const elementOf = (name) => ({
  current: [...document.querySelectorAll("[id]")].find(
    ({ id }) => `ref_${id.replace(/[^\p{L}\p{N}_]+/gu, "_")}` === name,
  ),
});
