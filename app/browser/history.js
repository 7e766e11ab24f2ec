// Adds and replaces history entries. Safari throws after 100 changes in 30 seconds; the URL then stays the same.
import { reportOnce } from "$/app/guard/report.js";

/**
 * @param {"pushState" | "replaceState"} method
 * @param {unknown} state
 * @param {string} url
 * @returns {boolean}
 */
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
  /**
   * The current history entry's state, as stored by Next and the site.
   *
   * @returns {{ url: string, as: string, [name: string]: unknown } | null}
   */
  get state() {
    try {
      return globalThis.history.state;
    } catch (error) {
      reportOnce("history", error);
      return null;
    }
  },
  /**
   * Adds a history entry. Returns false on failure.
   *
   * @param {unknown} state
   * @param {string} url
   */
  push: (state, url) => change("pushState", state, url),
  /**
   * Replaces the current history entry. Returns false on failure.
   *
   * @param {unknown} state
   * @param {string} url
   */
  replace: (state, url) => change("replaceState", state, url),
  back: () => globalThis.history.back(),
};
