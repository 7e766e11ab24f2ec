// Web Locks held by a tab until `pagehide`, because locks keep pages out of the back/forward cache. Web Locks are
// unavailable without HTTPS and in Safari before 15.4.
import { reportOnce } from "$/app/guard/report.js";

/**
 * Acquires a free lock until `pagehide`. Resolves to whether it was free.
 *
 * @param {string} name
 * @returns {Promise<boolean>}
 */
const acquire = (name) =>
  new Promise((resolve, reject) => {
    const hidden = new Promise((release) => addEventListener("pagehide", release, { once: true }));
    const whileShown = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && hidden; // `hidden` is resolved if `pagehide` came first
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

/** @returns {Promise<(string | undefined)[] | null>} all tabs' lock names, or null if unavailable */
export async function heldLocks() {
  try {
    const { held } = await globalThis.navigator.locks.query();
    return (held || []).map(({ name }) => name);
  } catch (error) {
    reportOnce("locks", error);
    return null;
  }
}
