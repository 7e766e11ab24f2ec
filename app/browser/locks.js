// Locks by which the site's tabs know of one another. A tab holds a lock while its page is shown, so not in the
// back/forward cache, which takes no page with locks. Without https, and in Safari before 15.4, there are none.
import { reportOnce } from "$/app/guard/report.js";

/**
 * Takes a lock if it is free; resolves to whether this tab holds it.
 *
 * @param {string} name
 * @returns {Promise<boolean>}
 */
const take = (name) =>
  new Promise((resolve, reject) => {
    const hidden = new Promise((release) => addEventListener("pagehide", release, { once: true }));
    const whileShown = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && hidden; // the page may be hidden before the lock is granted
    };
    globalThis.navigator.locks.request(name, { ifAvailable: true }, whileShown).catch(reject);
  });

/**
 * Holds a lock while the page is shown. Resolves to false if another tab holds it; without locks, every tab gets it.
 *
 * @param {string} name
 */
export async function tryHoldLock(name) {
  try {
    if (!(await take(name))) return false;
    addEventListener("pageshow", ({ persisted }) => persisted && take(name).catch(() => {}));
  } catch (error) {
    reportOnce("locks", error);
  }
  return true;
}

/**
 * Returns the names of the locks that tabs hold; null where the browser has no locks.
 *
 * @returns {Promise<(string | undefined)[] | null>}
 */
export async function heldLocks() {
  try {
    const { held } = await globalThis.navigator.locks.query();
    return (held || []).map(({ name }) => name);
  } catch (error) {
    reportOnce("locks", error);
    return null;
  }
}
