// Locks entries while sending them. Notifies other pages and the service worker of changes. Browsers without locks
// might send an entry twice, but the server ignores the duplicate.
import { withLock } from "$/app/browser/exclusive.js";

/** @type {Map<string, Promise<unknown>>} */
const held = new Map(); // running tasks, keyed by inquiry ID

/** @type {import("./queue.js").Lock} */
export async function lock(id, task, wait) {
  if (held.has(id) && !wait) return undefined;
  while (held.has(id)) await held.get(id);
  const running = withLock(`sending:${id}`, task, wait);
  held.set(
    id,
    running.catch(() => {}),
  );
  try {
    return await running;
  } finally {
    held.delete(id);
  }
}

/** @returns {EventTarget & Partial<BroadcastChannel>} */
function channel() {
  try {
    return new BroadcastChannel("inquiries");
  } catch {
    return new EventTarget();
  }
}

/** Dispatches a `message` event with the entry when another page or the service worker changes the queue. */
export const others = channel();

/** @param {import("./queue.js").Entry | null} entry */
export const announce = (entry) => others.postMessage?.(entry);
