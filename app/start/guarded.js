// Catches failures of the start script, so that the page goes on; the application reports them later.
import { handover } from "./handover.js";

/**
 * Returns the same function, except that it never fails.
 *
 * @template {Event | void} Given
 * @param {string} name of the extra that a failure turns off
 * @param {(given: Given) => unknown} task
 * @returns {(given: Given) => Promise<void>}
 */
export const guarded = (name, task) => async (given) => {
  try {
    await task(given);
  } catch (error) {
    if (handover.fail) handover.fail(name, error);
    else handover.failures.push([name, error]);
  }
};
