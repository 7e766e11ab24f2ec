// Reports errors to Sentry. Errors wait in memory until Sentry has loaded.
import { isCrawler } from "./crawlers.js";

/**
 * @typedef {{ type: string, handled: boolean }} Mechanism an error's source and whether the page still works
 * @typedef {(error: unknown, mechanism: Mechanism) => unknown} Sender
 */

const MAX_PENDING = 30;

/** @type {Parameters<Sender>[]} */
const pending = [];
/** @type {Set<string>} */
const reported = new Set();
/** @type {Sender} */
let send = (...report) => pending.length < MAX_PENDING && pending.push(report);

/**
 * Reports an error. Never throws.
 *
 * @param {unknown} error
 * @param {string} type the error's source
 * @param {boolean} [handled] whether the page still works
 */
export function report(error, type, handled = false) {
  if (!isCrawler) trySend(error, { type, handled });
}

/** @param {Parameters<Sender>} report */
function trySend(...report) {
  try {
    send(...report);
  } catch (failed) {
    console.warn(failed);
  }
}

/**
 * Logs and reports an extra's first error. Ignores later errors of the same extra.
 *
 * @param {string} name
 * @param {unknown} error
 * @param {boolean} [isReported] false to log without reporting
 */
export function reportOnce(name, error, isReported = true) {
  if (reported.has(name)) return;
  reported.add(name);
  console.warn(`The extra "${name}" is off:`, error);
  if (isReported) report(error, name, true);
}

/**
 * Passes pending reports and all later reports to `sender`.
 *
 * @param {Sender} sender
 */
export function connect(sender) {
  send = sender;
  for (const report of pending.splice(0)) trySend(...report);
}
