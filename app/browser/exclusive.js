// A lock that pages and workers share. It is released when its holder ends, however that happens. Without https, where
// cookies are blocked, and in Safari before 15.4, there are no locks.

/**
 * Runs `task` while nobody else has the lock. If somebody has it, waits, or resolves to undefined at once. Without
 * locks it runs the task.
 *
 * @template Result
 * @param {string} name
 * @param {() => Promise<Result>} task
 * @param {boolean} wait
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
