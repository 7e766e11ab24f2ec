// Opens pages with a full page load.
import { report } from "$/app/guard/report.js";
import { setDeparting, showErrorPage } from "$/app/monitoring/monitor.js";
import { claimLoad } from "$/app/start/reload.js";

/** @typedef {"pushState" | "replaceState"} Method */

let leaving = false; // whether another document is loading

if (typeof window !== "undefined" && process.env.NODE_ENV === "production")
  addEventListener("pageshow", () => setLeaving(false)); // the browser might have restored this document from a cache

export const isLeaving = () => leaving;

/** @param {string} url */
export const withoutHash = (url) => new URL(url, location.href).href.split("#")[0];

/**
 * Opens `url`, or shows the error page after a second error within ten seconds.
 *
 * @param {string} url
 * @param {unknown} error
 */
export function recover(url, error) {
  if (leaving) return;
  // Without storage, does not open the same URL again, because the page might reload forever.
  if (claimLoad(new URL(url, location.href).pathname) ?? withoutHash(url) !== withoutHash(location.href)) {
    loadDocument(url);
    return;
  }
  report(error, "chunk");
  showErrorPage(error);
}

/**
 * Opens `url`, or reloads the page if it already has this URL.
 *
 * @param {string} url
 * @param {Method} [method]
 * @returns {Promise<never>}
 */
export function loadDocument(url, method = "pushState") {
  const { href, hash } = new URL(url, location.href);
  const isHere = withoutHash(href) === withoutHash(location.href);
  setLeaving(!isHere || hash === location.hash);
  if (isHere && leaving) location.reload();
  else location[method === "pushState" ? "assign" : "replace"](href);
  return new Promise(() => {}); // never resolves, because another document loads
}

/** @param {boolean} isNowLeaving */
function setLeaving(isNowLeaving) {
  leaving = isNowLeaving;
  setDeparting(isNowLeaving);
}
