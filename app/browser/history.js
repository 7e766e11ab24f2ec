// The entries of the tab's history. A browser may refuse to change them: Safari does after 100 changes in 30 seconds. Then
// the address stays as it is, which no page depends on.
import { tell } from "$/app/guard/report.js";

const change = (method, state, address) => {
  try {
    globalThis.history[method](state, "", address);
    return true;
  } catch (error) {
    tell("history", error);
    return false;
  }
};

export const entries = {
  /** What Next and the site have written into the current entry. */
  get state() {
    try {
      return globalThis.history.state;
    } catch (error) {
      tell("history", error);
      return null;
    }
  },
  /** Adds an entry; whether the browser did. */
  push: (state, address) => change("pushState", state, address),
  /** Replaces the current entry; whether the browser did. */
  replace: (state, address) => change("replaceState", state, address),
  back: () => globalThis.history.back(),
};
