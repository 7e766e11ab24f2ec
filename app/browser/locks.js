// Web Locks that a tab releases on `pagehide`, because pages with locks cannot enter the back/forward cache.
import { reportOnce } from "$/app/guard/report.js";

/**
 * Acquires a lock until `pagehide`. Resolves to false if the lock is already held.
 *
 * @param {string} name
 * @returns {Promise<boolean>}
 */
const acquire = (name) =>
  new Promise((resolve, reject) => {
    const hidden = new Promise((release) => addEventListener("pagehide", release, { once: true }));
    const whileShown = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && hidden; // the lock is held until `hidden` resolves
    };
    globalThis.navigator.locks.request(name, { ifAvailable: true }, whileShown).catch(reject);
  });

/**
 * Tries to acquire a lock for the tab. Resolves to false only if another tab holds the lock.
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

/** @returns {Promise<(string | undefined)[] | null>} the names of all tabs' locks, or null without Web Locks */
export async function heldLocks() {
  try {
    const { held } = await globalThis.navigator.locks.query();
    return (held || []).map(({ name }) => name);
  } catch (error) {
    reportOnce("locks", error);
    return null;
  }
}
