// Calls a page's handlers for `worker:…` events, even if an event occurred before the page opened. No page handles an
// event twice.
import { handover } from "$/app/start/handover.js";

/** @typedef {"installed" | "waiting" | "activated" | "offline-ready"} Name - an event name without `worker:` */

/** @type {Map<string, number>} */
const delivered = new Map(); // the number of events that each page has handled

/**
 * Handles past and future events. Returns a function to call when the page closes.
 *
 * @param {Pick<import("$/app/guard/extra.js").Extra, "listen">} self
 * @param {string} path the URL of the service worker
 * @param {Partial<Record<Name, (build: string) => unknown>>} handlers
 */
export function deliverEvents({ listen }, path, handlers) {
  const page = location.pathname;
  const own = new URL(path, location.origin).href;

  /** @type {(name: string, script: string, build?: string) => unknown} */
  const deliver = (name, script, build) => script === own && handlers[/** @type {Name} */ (name)]?.(build ?? "");

  for (const event of handover.workerEvents.slice(delivered.get(page))) deliver(...event);
  for (const name of /** @type {Name[]} */ (Object.keys(handlers))) {
    listen(window, `worker:${name}`, ({ detail }) => deliver(name, detail.script, detail.build));
  }
  return () => delivered.set(page, handover.workerEvents.length);
}
