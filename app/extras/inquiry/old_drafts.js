// A separate module, so that every page can delete old drafts without loading the form's code.
import { local } from "$/app/browser/storage.js";

export const PREFIX = "inquiry:";
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes drafts that were saved too long ago, and drafts that cannot be read. */
export function deleteOldDrafts() {
  for (const key of local.keys()) if (key.startsWith(PREFIX) && !isRecent(key)) local.removeItem(key);
}

/** @param {string} key */
function isRecent(key) {
  try {
    return Date.now() - JSON.parse(/** @type {string} */ (local.getItem(key))).at < MAX_AGE_MS;
  } catch {
    return false;
  }
}
