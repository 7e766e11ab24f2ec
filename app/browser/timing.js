// The performance timeline. Other tools clear its marks, and some browsers lack parts of it: then nothing is measured.
import { reportOnce } from "$/app/guard/report.js";

/**
 * @template Result, Otherwise
 * @param {(real: Performance) => Result} task
 * @param {Otherwise} otherwise
 */
const attempt = (task, otherwise) => {
  try {
    return task(globalThis.performance);
  } catch (error) {
    reportOnce("performance", error);
    return otherwise;
  }
};

/**
 * @template {"mark" | "measure" | "clearMarks" | "clearMeasures" | "getEntriesByName" | "getEntriesByType"} Name
 * @param {Name} name
 * @param {unknown} [otherwise]
 * @returns {Performance[Name]}
 */
const guarded = (name, otherwise) =>
  // Whatever the method takes and returns, its stand-in does, which the compiler cannot follow through a generic name.
  /** @type {any} */ (
    /** @param {unknown[]} given */
    (...given) => attempt((real) => /** @type {Function} */ (real[name]).apply(real, given), otherwise)
  );

/** What the site, Next and Reflex ask of `performance`. */
export const timing = {
  now: () => attempt((real) => real.now(), Date.now()),
  mark: guarded("mark"),
  measure: guarded("measure"),
  clearMarks: guarded("clearMarks"),
  clearMeasures: guarded("clearMeasures"),
  getEntriesByName: guarded("getEntriesByName", []),
  getEntriesByType: guarded("getEntriesByType", []),
  /** @returns {number} */
  get timeOrigin() {
    return attempt((real) => real.timeOrigin, 0);
  },
};
