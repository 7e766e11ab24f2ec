// Reloads a page if its code cannot be loaded, because the server might have a newer build.
import { isRecent } from "$/app/browser/clock.js";
import { fetchLatest } from "./latest.js";

const MIN_INTERVAL_MS = 10_000;

/**
 * Reloads the page if the server responds, but at most once every ten seconds.
 *
 * @param {() => boolean} mayReload
 */
export async function reloadOnce(mayReload) {
  // Without storage, the page could reload forever.
  if (navigator.onLine !== false && (await fetchLatest())?.id && mayReload() && claimLoad(location.pathname))
    location.reload();
}

/**
 * Records an automatic reload. Returns false if the path was reloaded moments ago, and undefined if storage fails.
 *
 * @param {string} path
 */
export function claimLoad(path) {
  const mark = `load:${path}`;
  try {
    const storage = globalThis.sessionStorage;
    const isMarked = isRecent(Number(storage.getItem(mark)), MIN_INTERVAL_MS);
    if (!isMarked) storage.setItem(mark, String(Date.now()));
    return !isMarked;
  } catch {
    return undefined;
  }
}
