// Holds locks until the visitor leaves the page. Releases them at `beforeunload`, because Firefox excludes pages with
// locks from the back/forward cache.
import { reportOnce } from "$/app/guard/report.js";

const LEAVING = ["beforeunload", "pagehide"];
const RETURN_MS = 3_000; // the delay before reacquiring a lock if the visitor stays on the page

/** @type {(name: string) => Promise<boolean>} */
const acquire = (name) =>
  new Promise((resolve, reject) => {
    const left = new Promise((release) => {
      for (const type of LEAVING) addEventListener(type, release, { once: true });
    });
    const whileShown = (/** @type {Lock | null} */ lock) => {
      resolve(Boolean(lock));
      return lock && left; // the lock is released when this promise resolves
    };
    globalThis.navigator.locks.request(name, { ifAvailable: true }, whileShown).catch(reject);
  });

/**
 * Acquires a lock for this tab. Resolves to false only if another tab holds the lock.
 *
 * @param {string} name
 */
export async function tryHoldLock(name) {
  try {
    if (!(await acquire(name))) return false;
    const acquireAgain = () => acquire(name).catch(() => {});
    addEventListener("pageshow", ({ persisted }) => persisted && acquireAgain());
    addEventListener("beforeunload", () => setTimeout(acquireAgain, RETURN_MS));
  } catch (error) {
    reportOnce("locks", error);
  }
  return true;
}

/** @returns {Promise<(string | undefined)[] | null>} the names of all tabs' locks, or null if locks are unavailable */
export async function heldLocks() {
  try {
    const { held } = await globalThis.navigator.locks.query();
    return (held || []).map(({ name }) => name);
  } catch (error) {
    reportOnce("locks", error);
    return null;
  }
}
