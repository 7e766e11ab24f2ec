// A separate module, so that every page can delete old drafts without loading the form's code.
import { local } from "$/app/browser/storage.js";
import { plausible } from "./clock.js";

export const PREFIX = "inquiry:";
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes drafts that were saved too long ago, and drafts that cannot be read. */
export function deleteOldDrafts() {
  for (const key of local.keys()) if (key.startsWith(PREFIX) && !isRecent(key)) local.removeItem(key);
}

/** @param {string} key */
function isRecent(key) {
  try {
    const draft = JSON.parse(/** @type {string} */ (local.getItem(key)));
    const at = plausible(draft.at, Date.now());
    if (at !== draft.at) local.setItem(key, JSON.stringify({ ...draft, at }));
    return Date.now() - at < MAX_AGE_MS;
  } catch {
    return false;
  }
}
