// A separate module, so that every page can delete old drafts without loading the form's code.
import { isRecent } from "$/app/browser/clock.js";
import { local } from "$/app/browser/storage.js";

export const PREFIX = "inquiry:";
const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_AGE_MS = 30 * DAY_MS;

/** Deletes old and unreadable drafts. */
export function deleteOldDrafts() {
  for (const key of local.keys()) if (key.startsWith(PREFIX) && !mayStay(key)) local.removeItem(key);
}

/**
 * Returns true for a recent draft. Also returns true for a day after an old draft is first found, because the draft's
 * time may come from a wrong clock.
 *
 * @param {string} key
 */
function mayStay(key) {
  try {
    const draft = JSON.parse(/** @type {string} */ (local.getItem(key)));
    const now = Date.now();
    if (now - draft.at < MAX_AGE_MS) return true;
    const { foundOld = now } = draft;
    local.setItem(key, JSON.stringify({ ...draft, foundOld }));
    return isRecent(foundOld, DAY_MS);
  } catch {
    return false;
  }
}
