// Sends stored inquiries after each navigation and when the browser is back online (Background Sync).
import { poster } from "$/app/extras/inquiry/post.js";
import { queue } from "$/app/extras/inquiry/queue.js";
import { announce, lock } from "$/app/extras/inquiry/sharing.js";
import { database } from "$/app/extras/inquiry/store.js";
import { revocable } from "./network.js";
import { migrate } from "./old_inquiries.js";

const TAGS = ["inquiries", "workbox-background-sync:inquiries"]; // the second tag is from earlier releases

/** If a new service worker aborts a request, the inquiry remains stored. */
const waiting = queue({
  store: database,
  post: poster(revocable),
  lock,
  newId: () => crypto.randomUUID(),
  changed: announce,
});

export const sendWaiting = () => send(false).catch(() => {});

/**
 * Waits for pages that are sending inquiries, then sends the stored inquiries. Rejects if any inquiry remains, even if
 * it is not due, so that the browser retries.
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
