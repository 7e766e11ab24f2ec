// Observers, by kind. Where the browser has none, nothing is ever seen.
import { tell } from "$/app/guard/report.js";

const BLIND = { observe() {}, unobserve() {}, disconnect() {} };

const observer = (name) => (callback) => {
  try {
    return new globalThis[name](callback);
  } catch (error) {
    tell("observers", error);
    return BLIND;
  }
};

export const intersections = observer("IntersectionObserver");
export const sizes = observer("ResizeObserver");
export const measures = observer("PerformanceObserver");
