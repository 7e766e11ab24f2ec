// Locks entries and announces changes across pages and the service worker. Where a browser lacks this, an entry may be
// sent twice, which is harmless.
import { withLock } from "$/app/browser/exclusive.js";

/** @type {Map<string, Promise<unknown>>} */
const held = new Map(); // by id

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

/** Receives a `message` event after changes elsewhere. */
export const others = channel();

/** Announces a change to other pages. */
export const announce = () => others.postMessage?.(null);
