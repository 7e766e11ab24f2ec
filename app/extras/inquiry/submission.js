// Sends the inquiry of this page's form. Stores each inquiry before sending, so that none is lost.
import {
  announceWaiting,
  confirmOncePainted,
  formIdOf,
  inquiryQueue,
  isSynced,
  keepTrying,
  notifyListeners,
  read,
} from "./delivery.js";
import { words } from "./outcome_words.js";
import { stateOf } from "./outcomes.js";
import { contentsOf } from "./post.js";

/**
 * @typedef {import("./queue.js").Outcome} Outcome
 * @typedef {import("./outcomes.js").Status} Status
 */

/** @type {{ id?: string }} */
export const latest = {}; // the ID of this document's latest inquiry, until its outcome is shown
/** @type {Set<string>} */
export const direct = new Set(); // inquiry IDs that `showEarlier` ignores, because `send` returns their outcomes

/**
 * Sends a form. The inquiry stays queued until the server accepts or refuses it. Resolves to undefined if the list of
 * earlier inquiries shows the result.
 *
 * @param {string} url
 * @param {FormData} body
 * @param {(state: Outcome["state"]) => boolean} canShow whether the form can show an outcome
 * @param {boolean} [isRepeat] whether the inquiry is already queued; its files may be missing from `body`
 * @returns {Promise<Status | undefined>}
 */
export async function send(url, body, canShow, isRepeat = false) {
  const id = String(body.get("id"));
  latest.id = id;
  direct.add(id);
  const contents = isRepeat ? null : await contentsOf(body).catch(() => {});
  if (contents === undefined || contents?.some(isEmptyFile)) {
    direct.delete(id);
    if (latest.id === id) latest.id = undefined;
    notifyListeners(null); // makes the list show the previous inquiry
    return { id, isOwn: true, state: "refused", problems: { files: words().labels.unreadable } };
  }
  try {
    if (contents) await inquiryQueue.add({ id, url: addressOf(url), what: String(body.get("what")) }, contents);
    const announced = announceWaiting();
    const answer = await inquiryQueue.send(id);
    const isFinal = answer?.state === "sent" || answer?.state === "refused";
    if (!isFinal) await announced;
    const { entries, isComplete } = await read();
    const entry = entries.find((each) => formIdOf(each) === id);
    const isLatest = latest.id === id;
    if (isFinal && isLatest && canShow(answer.state)) {
      if (entry) confirmOncePainted(entry.id);
      return { ...answer, id, isOwn: true };
    }
    direct.delete(id);
    notifyListeners(null);
    if (isFinal || !isLatest) return undefined;
    if (!entry && isComplete) return { id, isOwn: true, state: "gone" };
    return { id, isOwn: true, state: stateOf(entry ?? { state: "waiting", isSynced }), reason: entry?.reason };
  } finally {
    keepTrying();
  }
}

/** @param {import("./queue.js").Contents[number]} item */
const isEmptyFile = ([, value]) => typeof value !== "string" && !value.bytes.byteLength;

/** Adds the latest inquiry to the list, because the form no longer contains it. */
export function release() {
  latest.id = undefined;
  notifyListeners(null);
}

/** @param {string} url */
function addressOf(url) {
  const { origin, pathname, href } = new URL(url, location.href);
  return origin === location.origin ? pathname : href;
}
