// Locks that pages and the service worker share. Locks are unavailable without HTTPS and when the browser blocks
// cookies.

/**
 * Runs `task` while holding the lock `name`. If locks are unavailable, runs `task` without a lock.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} task
 * @param {boolean} wait whether to wait for the lock; if false, skips `task` when the lock is not free
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
