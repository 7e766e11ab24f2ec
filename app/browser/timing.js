// The performance timeline. Other tools clear its marks, and some browsers lack parts of it: what cannot be measured is not.
import { tell } from "$/app/guard/report.js";

const attempt = (task, otherwise) => {
  try {
    return task(globalThis.performance);
  } catch (error) {
    tell("performance", error);
    return otherwise;
  }
};

const guarded =
  (name, otherwise) =>
  (...given) =>
    attempt((real) => real[name](...given), otherwise);

/** What the site, Next and Reflex ask of `performance`. */
export const timing = {
  now: () => attempt((real) => real.now(), Date.now()),
  mark: guarded("mark"),
  measure: guarded("measure"),
  clearMarks: guarded("clearMarks"),
  clearMeasures: guarded("clearMeasures"),
  getEntriesByName: guarded("getEntriesByName", []),
  getEntriesByType: guarded("getEntriesByType", []),
  get timeOrigin() {
    return attempt((real) => real.timeOrigin, 0);
  },
};
