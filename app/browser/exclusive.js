// Locks shared by pages and the service worker. Locks are unavailable without HTTPS, with blocked
// cookies, and in Safari before 15.4.

/**
 * Runs `task` while holding a lock, or without one if locks are unavailable.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} task
 * @param {boolean} wait whether to wait while the lock is taken, instead of resolving to undefined
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
