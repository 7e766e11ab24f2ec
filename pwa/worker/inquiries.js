// Sends queued inquiries (app/extras/inquiry/queue.js) on Background Sync and on each navigation.
import { poster } from "$/app/extras/inquiry/post.js";
import { queue } from "$/app/extras/inquiry/queue.js";
import { announce, lock } from "$/app/extras/inquiry/sharing.js";
import { database } from "$/app/extras/inquiry/store.js";
import { revocable } from "./network.js";
import { migrate } from "./old_inquiries.js";

const TAGS = ["inquiries", "workbox-background-sync:inquiries"]; // older versions of the site use the second tag

/** The queue. If a new service worker aborts a request, its inquiry stays in the queue. */
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
 * Sends queued inquiries when no page is sending them. Rejects if inquiries remain, so that the browser retries.
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
