import { isRecent } from "$/app/browser/clock.js";

const RELOAD_WINDOW_MS = 10_000; // the minimum time between two automatic loads of the same path

/**
 * Records an automatic load. Returns false if the path has just been loaded, and undefined if storage fails.
 *
 * @param {string} path
 */
export function claimLoad(path) {
  const mark = `load:${path}`;
  try {
    const storage = globalThis.sessionStorage;
    const isMarked = isRecent(Number(storage.getItem(mark)), RELOAD_WINDOW_MS);
    if (!isMarked) storage.setItem(mark, String(Date.now()));
    return !isMarked;
  } catch {
    return undefined;
  }
}
