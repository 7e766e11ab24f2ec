// Opens pages without a full page load. Falls back to a full page load (documents.js) for a newer build, a missing
// script, a rejected URL, or an error in React.
import Router from "next/router";
import { watchLeaving } from "$/app/browser/leaving.js";
import { isOnline } from "$/app/browser/network.js";
import { session } from "$/app/browser/storage.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { hasPageFailed } from "$/app/monitoring/monitor.js";
import { handover } from "$/app/start/handover.js";
import { isLeaving, loadDocument, recover, withoutHash } from "./documents.js";
import { failNotFound, hasInvalidParameter } from "./not_found.js";

const CODE = "/_next/static/chunks/";

/**
 * @typedef {import("./documents.js").Method} Method
 * @typedef {Error & { cancelled?: boolean }} NavigationError `cancelled` is true if the error needs no handling
 */

let latest = 0; // the latest navigation; earlier ones must not open their pages
let followsLink = false;
/** @type {string | null} */
let destination = null; // the URL of the page to open
/** @type {ReturnType<typeof watchLeaving> | undefined} */
let departure; // detects whether the visitor leaves during the current navigation

/**
 * Opens a page. Returns false if the browser must follow the link itself.
 *
 * @param {string | undefined} url
 * @returns {boolean}
 */
export function navigate(url) {
  try {
    Router.push(/** @type {string} */ (url));
    return true;
  } catch (error) {
    report(error, "navigation", true);
    return false;
  }
}

/**
 * Continues the current navigation with a full page load. Returns false if there is none.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function resume(error) {
  if (destination) recover(destination, error);
  return Boolean(destination);
}

/** Whether the latest navigation follows a link without a hash. */
export const isFollowingLink = () => followsLink;

export const isGoing = () => isLeaving() || Boolean(destination);

export function start() {
  Router.events.on("routeChangeError", onRouteChangeError);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", onScriptError);
  addEventListener(
    "unhandledrejection",
    ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason),
  );
}

/**
 * Runs `setUrl`. If the browser rejects `pushState`, falls back to a full page load.
 *
 * @param {() => void} setUrl
 * @param {Method} method
 * @param {string} url
 */
export function keepAddress(setUrl, method, url) {
  try {
    setUrl();
  } catch (error) {
    reportOnce("history", error);
    if (method !== "pushState") return;
    loadDocument(url);
    throw Object.assign(new Error("The browser refused to change the URL"), { cancelled: true });
  }
}

/**
 * Calls `go` to open a page. If `go` fails or the build is outdated, falls back to a full page load.
 *
 * @template Result
 * @param {() => Promise<Result>} go
 * @param {Method} method
 * @param {string} url
 * @param {string} from
 * @param {() => unknown} ready waits for Next's list of pages
 * @returns {Promise<Result | boolean>} the result of `go`, or false if the page was not opened
 */
export async function openPage(go, method, url, from, ready) {
  const number = ++latest;
  const isOtherPage = withoutHash(url) !== withoutHash(from);
  followsLink = method === "pushState" && !url.includes("#");
  // Once the error page is shown or a full page load has started, only a full page load can open a page.
  if (hasPageFailed() || (isLeaving() && isOtherPage)) return loadDocument(url, method);
  if (isOtherPage && hasInvalidParameter(url)) {
    // If the visitor goes back, loads the page from the server, which redirects if the page was renamed.
    return method === "pushState" ? failNotFound(url) : loadDocument(url, method);
  }
  if (isOtherPage && isOutdated() && !handover.isBusy?.()) {
    session.setItem("build", /** @type {string} */ (newerBuild()));
    return loadDocument(url, method);
  }
  const watch = watchLeaving();
  departure?.end();
  departure = watch;
  try {
    if (isOtherPage) {
      destination = url;
      await ready();
      if (number !== latest) return false;
    }
    return await go();
  } catch (error) {
    if (watch.isLeft) return false;
    const isReported = reportUnlessCancelled(/** @type {NavigationError} */ (error));
    return isReported && number === latest ? loadDocument(url, method) : false;
  } finally {
    watch.end();
    setTimeout(() => {
      if (number === latest) destination = null;
    }); // clears `destination` later, because `resume` needs it if React still throws an error
  }
}

/**
 * Reports an error and returns true, or returns false for a cancelled navigation.
 *
 * @param {NavigationError} error
 * @returns {boolean}
 */
export function reportUnlessCancelled(error) {
  if (!error.cancelled) report(error, "navigation", true);
  return !error.cancelled;
}

const newerBuild = () => {
  const id = handover.latest.id;
  return id && id !== window.__NEXT_DATA__?.buildId ? String(id) : null;
};

// Returns false if this build was tried before, because the service worker might still respond with the old build.
const isOutdated = () => newerBuild() && session.getItem("build") !== newerBuild();

/** @type {(error: NavigationError, url: string) => void} */
function onRouteChangeError(error, url) {
  if (error.cancelled) return;
  if (!departure?.isLeft) {
    if (isServedOffline()) loadDocument(url);
    else recover(url, error);
  }
  throw Object.assign(error, { cancelled: true }); // prevents Next from loading the URL again and again
}

/**
 * Continues a navigation with a full page load if a script request returned HTML, such as a Wi-Fi login page. Does
 * nothing if no navigation is in progress, because extras retry their own scripts.
 *
 * @param {ErrorEvent} event
 */
function onScriptError({ error, filename }) {
  if (error?.name === "SyntaxError" && filename?.includes(CODE)) resume(error);
}

const isServedOffline = () => {
  try {
    return !isOnline() && Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
};
