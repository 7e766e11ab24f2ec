// A substitute for `performance`, also in the code of React and Next (pwa/seam/next.config.js). Calling a blocked or
// missing method does nothing instead of throwing an error.
import { reportOnce } from "$/app/guard/report.js";

/** @type {<Result, Otherwise>(task: (real: Performance) => Result, otherwise: Otherwise) => Result | Otherwise} */
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
  // TypeScript cannot infer the type of a method chosen by name.
  /** @type {any} */ (
    /** @param {unknown[]} given */
    (...given) => attempt((real) => /** @type {Function} */ (real[name]).apply(real, given), otherwise)
  );

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
