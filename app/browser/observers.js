// Observers, by kind. Where the browser has none, nothing is ever observed.
import { reportOnce } from "$/app/guard/report.js";

const BLIND = { observe() {}, unobserve() {}, disconnect() {} };

/**
 * @template Callback, Observer
 * @param {string} name of the browser's constructor
 * @returns {(callback: Callback) => Observer}
 */
const observer = (name) => (callback) => {
  try {
    // By its name, as a browser may lack it: the types know only constructors that are there.
    return new /** @type {any} */ (globalThis)[name](callback);
  } catch (error) {
    reportOnce("observers", error);
    return /** @type {Observer} */ (BLIND);
  }
};

/** @type {(callback: IntersectionObserverCallback) => IntersectionObserver} */
export const intersections = observer("IntersectionObserver");

/** @type {(callback: ResizeObserverCallback) => ResizeObserver} */
export const sizes = observer("ResizeObserver");

/** @type {(callback: PerformanceObserverCallback) => PerformanceObserver} */
export const measures = observer("PerformanceObserver");
