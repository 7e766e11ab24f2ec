// Creates intersection, resize and performance observers. If an observer is unsupported, the callback never runs.
import { reportOnce } from "$/app/guard/report.js";

const NO_OBSERVER = { observe() {}, unobserve() {}, disconnect() {} };

/**
 * @template Callback, Observer
 * @param {string} name
 * @returns {(callback: Callback) => Observer}
 */
const observer = (name) => (callback) => {
  try {
    return new /** @type {any} */ (globalThis)[name](callback);
  } catch (error) {
    reportOnce("observers", error);
    return /** @type {Observer} */ (NO_OBSERVER);
  }
};

/** @type {(callback: IntersectionObserverCallback) => IntersectionObserver} */
export const intersections = observer("IntersectionObserver");

/** @type {(callback: ResizeObserverCallback) => ResizeObserver} */
export const sizes = observer("ResizeObserver");

/** @type {(callback: PerformanceObserverCallback) => PerformanceObserver} */
export const measures = observer("PerformanceObserver");
