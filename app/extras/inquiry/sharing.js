// What pages and the service worker share of the queue besides its store: the lock of an entry that is being sent, and
// word of changes. Browsers may lack both. Then two may send an entry at once, which is harmless, and a page looks at
// the store when it is seen again.
import { exclusively } from "$/app/browser/exclusive.js";

/** @type {Map<string, Promise<unknown>>} */
const held = new Map(); // by id, until the task has settled: the locks of this page or worker

/** @type {import("./queue.js").Lock} */
export async function lock(id, task, wait) {
  if (held.has(id) && !wait) return undefined;
  while (held.has(id)) await held.get(id);
  const running = exclusively(`sending:${id}`, task, wait);
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

/** Gets an event `message` when another page or the worker has changed the store. */
export const others = channel();

/** Tells the other pages that the store has changed. */
export const announce = () => others.postMessage?.(null);
