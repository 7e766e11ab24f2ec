// Reloads a page if its code cannot be loaded. The server might have a newer build.
import { fetchLatest } from "./latest.js";
import { markOf, RELOAD_WINDOW_MS } from "./reload_mark.js";

/**
 * Reloads the page if the server responds, but at most once every ten seconds.
 *
 * @param {() => boolean} mayReload whether the page is allowed to reload
 */
export async function reloadOnce(mayReload) {
  if (navigator.onLine !== false && (await fetchLatest())?.id && mayReload() && setMark()) location.reload();
}

/** Records the reload. Returns false if the path has just been reloaded or if storage fails. */
function setMark() {
  const mark = markOf(location.pathname);
  try {
    const storage = globalThis.sessionStorage;
    const isMarked = Date.now() - Number(storage.getItem(mark)) < RELOAD_WINDOW_MS;
    if (!isMarked) storage.setItem(mark, String(Date.now()));
    return !isMarked;
  } catch {
    return false; // without storage, the page could reload forever
  }
}
