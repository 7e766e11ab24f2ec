// Locks of a tab. They are released on `pagehide`, as the back/forward cache takes no page with locks. There are none
// without https, and in Safari before 15.4.
import { reportOnce } from "$/app/guard/report.js";

/**
 * @param {string} name
 * @returns {Promise<boolean>} whether the lock was free
 */
const acquire = (name) =>
  new Promise((resolve, reject) => {
    const hidden = new Promise((release) => addEventListener("pagehide", release, { once: true }));
    const whileShown = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && hidden; // the page may be hidden before the lock is granted
    };
    globalThis.navigator.locks.request(name, { ifAvailable: true }, whileShown).catch(reject);
  });

/**
 * Resolves to false only if another tab holds the lock.
 *
 * @param {string} name
 */
export async function tryHoldLock(name) {
  try {
    if (!(await acquire(name))) return false;
    addEventListener("pageshow", ({ persisted }) => persisted && acquire(name).catch(() => {}));
  } catch (error) {
    reportOnce("locks", error);
  }
  return true;
}

/** @returns {Promise<(string | undefined)[] | null>} names of the locks of all tabs, if the browser has locks */
export async function heldLocks() {
  try {
    const { held } = await globalThis.navigator.locks.query();
    return (held || []).map(({ name }) => name);
  } catch (error) {
    reportOnce("locks", error);
    return null;
  }
}
