// Sends queued inquiries (app/extras/inquiry/queue.js) even after the page was closed: on Background Sync, and on each
// navigation.
import { poster } from "$/app/extras/inquiry/post.js";
import { queue } from "$/app/extras/inquiry/queue.js";
import { announce, lock } from "$/app/extras/inquiry/sharing.js";
import { database } from "$/app/extras/inquiry/store.js";
import { revocable } from "./network.js";
import { migrate } from "./old_inquiries.js";

const TAGS = ["inquiries", "workbox-background-sync:inquiries"]; // older versions use the second tag

/** The queue. An inquiry stays queued if the next version aborts its request. */
const waiting = queue({
  store: database,
  post: poster(revocable),
  lock,
  newId: () => crypto.randomUUID(),
  changed: announce,
});

/** Sends queued inquiries, and ignores failures. */
export const sendWaiting = () => send(false).catch(() => {});

/**
 * Sends queued inquiries. Waits while a page sends them. Rejects if any are left, so that the browser retries.
 *
 * @param {{ tag: string }} event
 */
export async function sync({ tag }) {
  if (!TAGS.includes(tag)) return;
  const left = await send(true);
  if (left) throw new Error(`${left} inquiries wait`);
}

/** @param {boolean} wait */
async function send(wait) {
  await migrate(database);
  return waiting.drain(wait);
}
