// What the browser keeps for the site, by text. Storages may be closed to it (blocked cookies), missing (in-app browsers) or
// full: then it is kept in memory for as long as the document lives.
import { tell } from "$/app/guard/report.js";

function storage(name) {
  const memory = new Map();
  const attempt = (task) => {
    try {
      return task(globalThis[name]);
    } catch (error) {
      tell("storage", error);
      return undefined;
    }
  };
  return {
    getItem: (key) => memory.get(key) ?? attempt((real) => real.getItem(key)) ?? null,
    /** Whether it outlives the document. */
    setItem(key, value) {
      memory.set(key, String(value));
      const kept =
        attempt((real) => {
          real.setItem(key, value);
          return true;
        }) === true;
      if (kept) memory.delete(key);
      return kept;
    },
    removeItem(key) {
      memory.delete(key);
      attempt((real) => real.removeItem(key));
    },
    clear() {
      memory.clear();
      attempt((real) => real.clear());
    },
  };
}

/** For every tab and visit. */
export const local = storage("localStorage");

/** For this tab, until it is closed. */
export const session = storage("sessionStorage");
