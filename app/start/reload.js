// Reloads a page whose code cannot be loaded, because the server might have another build.
import { fetchLatest } from "./builds.js";
import { markOf, RELOAD_WINDOW_MS } from "./reload_mark.js";

/**
 * Reloads the page if the server answers, at most once in ten seconds.
 *
 * @param {() => boolean} mayReload false after a click on a link
 */
export async function reloadOnce(mayReload) {
  if (navigator.onLine !== false && (await fetchLatest()).id && mayReload() && setMark()) location.reload();
}

/** Returns false if the path is marked, or if the mark cannot be stored. */
function setMark() {
  const mark = markOf(location.pathname);
  try {
    const storage = globalThis.sessionStorage;
    const isMarked = Date.now() - Number(storage.getItem(mark)) < RELOAD_WINDOW_MS;
    if (!isMarked) storage.setItem(mark, String(Date.now()));
    return !isMarked;
  } catch {
    return false; // without a mark, the page could reload forever
  }
}
