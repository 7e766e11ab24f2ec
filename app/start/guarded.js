// Catches errors in the start script, so that the page still works. The application later reports the errors.
import { handover } from "./handover.js";

/**
 * Returns a function that runs `task` and whose promise never rejects.
 *
 * @template {Event | void} Given
 * @param {string} name the feature's name, which is reported if `task` fails
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
