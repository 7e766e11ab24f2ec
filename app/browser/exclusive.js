// Locks that all pages and the service worker share. Some browsers have no locks: browsers without HTTPS, browsers that
// block cookies, and Safari before 15.4.

/**
 * Runs `task` under the lock `name`, or without a lock in browsers without locks.
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
