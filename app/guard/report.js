// What is reported of errors. Sentry takes the reports once it is loaded, if the settings ask for it; until then they
// are held.
import { isCrawler } from "./crawlers.js";

/**
 * @typedef {{ type: string, handled: boolean }} Mechanism how an error was met: where it came from, and whether the
 *   page goes on
 * @typedef {(error: unknown, mechanism: Mechanism) => unknown} Sender
 */

const MAX_HELD = 30;

/** @type {Parameters<Sender>[]} */
const held = [];
/** @type {Set<string>} */
const told = new Set(); // names of what has failed
/** @type {Sender} */
let send = (...report) => held.length < MAX_HELD && held.push(report);

/**
 * Reports an error. Never fails itself.
 *
 * @param {unknown} error whatever was thrown
 * @param {string} type where it came from
 * @param {boolean} [handled] whether the page goes on
 */
export function report(error, type, handled = false) {
  if (!isCrawler) pass(error, { type, handled });
}

/** @param {Parameters<Sender>} report */
function pass(...report) {
  try {
    send(...report);
  } catch (failed) {
    console.warn(failed);
  }
}

/**
 * Logs and reports, once for each document, that something which the page can do without is off.
 *
 * @param {string} name
 * @param {unknown} error why it is off
 * @param {boolean} [isReported] false where it is only logged
 */
export function reportOnce(name, error, isReported = true) {
  if (told.has(name)) return;
  told.add(name);
  console.warn(`The extra "${name}" is off:`, error);
  if (isReported) report(error, name, true);
}

/**
 * From now on `sender` takes reports, those that were held first.
 *
 * @param {Sender} sender
 */
export function connect(sender) {
  send = sender;
  for (const report of held.splice(0)) pass(...report);
}
