// Uses localStorage and sessionStorage. If the storage is blocked or full, stores values in memory.
import { reportOnce } from "$/app/guard/report.js";

/** @param {"localStorage" | "sessionStorage"} name */
function storage(name) {
  /** @type {Map<string, string>} */
  const memory = new Map();
  /** @type {<Result>(task: (real: Storage) => Result) => Result | undefined} */
  const attempt = (task) => {
    try {
      return task(globalThis[name]);
    } catch (error) {
      reportOnce("storage", error);
      return undefined;
    }
  };
  return {
    /** @type {(key: string) => string | null} */
    getItem: (key) => memory.get(key) ?? attempt((real) => real.getItem(key)) ?? null,
    /**
     * Stores a value. Returns false if the value is stored only in memory.
     *
     * @param {string} key
     * @param {string | number} value
     * @returns {boolean}
     */
    setItem(key, value) {
      memory.set(key, String(value));
      attempt((real) => {
        real.setItem(key, String(value));
        memory.delete(key);
      });
      return !memory.has(key);
    },
    /** @param {string} key */
    removeItem(key) {
      memory.delete(key);
      attempt((real) => real.removeItem(key));
    },
    /** @returns {string[]} */
    keys: () => [...new Set([...memory.keys(), ...(attempt(Object.keys) || [])])],
    clear() {
      memory.clear();
      attempt((real) => real.clear());
    },
  };
}

export const local = storage("localStorage");

export const session = storage("sessionStorage");
