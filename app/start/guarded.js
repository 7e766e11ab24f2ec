// The start script's failures: the page goes on, and the application reports them once it is there.
import { handover } from "./handover.js";

/**
 * The same function, except that it never fails.
 *
 * @template {Event | void} Given
 * @param {string} name of what is off when it fails
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
