// Sends inquiries that wait in this browser, also after the page was closed: when the browser reports a network
// (Background Sync), and on each navigation. The queue is the pages' (app/extras/inquiry/queue.js).
import { poster } from "$/app/extras/inquiry/post.js";
import { queue } from "$/app/extras/inquiry/queue.js";
import { announce, lock } from "$/app/extras/inquiry/sharing.js";
import { database } from "$/app/extras/inquiry/store.js";
import { revocable } from "./network.js";
import { migrate } from "./old_inquiries.js";

const TAGS = ["inquiries", "workbox-background-sync:inquiries"]; // the second one is of former versions

// Revocable, as the entry stays: the next version sends it again.
const line = queue({
  store: database,
  post: poster(revocable),
  lock,
  newId: () => crypto.randomUUID(),
  changed: announce,
});

/** Sends what waits, if it can be sent. */
export const sendWaiting = () => send(false).catch(() => {});

/**
 * The same for the browser, which tries again later if this rejects. Waits for pages that are sending, as one may be
 * closed meanwhile.
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
  return line.drain(wait);
}
