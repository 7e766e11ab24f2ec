// Reloads a page if its code cannot be loaded, because the server might have a newer build.
import { fetchLatest } from "./latest.js";
import { claimLoad } from "./reload_mark.js";

/**
 * Reloads the page if the server responds, but at most once every ten seconds.
 *
 * @param {() => boolean} mayReload whether the page is allowed to reload
 */
export async function reloadOnce(mayReload) {
  // Without storage, `claimLoad` prevents the reload, because the page could reload forever.
  if (navigator.onLine !== false && (await fetchLatest())?.id && mayReload() && claimLoad(location.pathname))
    location.reload();
}
