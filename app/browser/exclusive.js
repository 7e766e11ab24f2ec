// Locks that all pages and the service worker share. Some browsers have none: without HTTPS, with blocked cookies, and
// Safari before 15.4.

/**
 * Runs `task` while holding the lock `name`, or without a lock if Web Locks are unavailable.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} task
 * @param {boolean} wait whether to wait for the lock; if false, `task` may not run
 * @returns {Promise<Result | undefined>}
 */
export async function withLock(name, task, wait) {
  let isStarted = false;
  const whenAsked = async (/** @type {Lock | null} */ lock) => {
    isStarted = true;
    return lock ? task() : undefined;
  };
  try {
    return await globalThis.navigator.locks.request(name, { ifAvailable: !wait }, whenAsked);
  } catch (error) {
    if (isStarted) throw error;
    return task();
  }
}
