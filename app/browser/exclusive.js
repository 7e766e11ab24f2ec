// Locks shared by pages and the service worker. There are none without https, where cookies are blocked, and in Safari
// before 15.4.

/**
 * Runs `task` while holding a lock; without locks, simply runs it.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} task
 * @param {boolean} wait for the lock if it is taken; otherwise resolve to undefined
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
