// Delivers the `worker:` events of a document to the handlers of its pages, each event once to each page.
import { handover } from "$/app/start/handover.js";

/** @typedef {"installed" | "waiting" | "activated" | "offline-ready"} Name an event, without `worker:` */

/** @type {Map<string, number>} */
const delivered = new Map(); // numbers of events that earlier handlers of a page have had, by path

/**
 * Calls `handlers` with past and future events. Returns a function to call when they are removed.
 *
 * @param {Pick<import("$/app/guard/extra.js").Extra, "listen">} self
 * @param {string} path the path of the service worker's script
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
