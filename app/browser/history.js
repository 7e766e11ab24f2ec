// Adds and replaces history entries. Safari rejects more than 100 changes in 30 seconds; the URL then stays unchanged.
import { reportOnce } from "$/app/guard/report.js";

/** @type {(method: "pushState" | "replaceState", state: unknown, url: string) => boolean} */
const change = (method, state, url) => {
  try {
    globalThis.history[method](state, "", url);
    return true;
  } catch (error) {
    reportOnce("history", error);
    return false;
  }
};

export const entries = {
  /** @returns {{ url: string, as: string, [name: string]: unknown } | null} */
  get state() {
    try {
      return globalThis.history.state;
    } catch (error) {
      reportOnce("history", error);
      return null;
    }
  },
  /** @type {(state: unknown, url: string) => boolean} */
  push: (state, url) => change("pushState", state, url),
  /** @type {(state: unknown, url: string) => boolean} */
  replace: (state, url) => change("replaceState", state, url),
  back: () => globalThis.history.back(),
  /** @param {ScrollRestoration} mode */
  restoreScrolling(mode) {
    try {
      globalThis.history.scrollRestoration = mode;
    } catch (error) {
      reportOnce("history", error);
    }
  },
};
