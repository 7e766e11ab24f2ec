// Navigates within the document where possible. Loads a new document if the server has a newer build, code is missing,
// the browser refuses a new URL, or React cannot unmount the current page.
import Router from "next/router";
import { entries } from "$/app/browser/history.js";
import { watchLeaving } from "$/app/browser/leaving.js";
import { isOnline } from "$/app/browser/network.js";
import { session } from "$/app/browser/storage.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { fail, hasFailed, setDeparting } from "$/app/monitoring/monitor.js";
import site from "$/app/site.json";
import { handover } from "$/app/start/handover.js";
import { markOf, RELOAD_WINDOW_MS } from "$/app/start/reload_mark.js";

const CODE = "/_next/static/chunks/";

const NOT_FOUND = 404;
const INVALID = new RegExp(site.invalid);

/**
 * @typedef {"pushState" | "replaceState"} Method
 * @typedef {Error & { cancelled?: boolean }} NavigationError `cancelled` is true if no recovery is needed
 */

let latest = 0; // number of the latest navigation
/** @type {string | null} */
let destination = null; // URL of the current navigation
let leaving = false; // whether another document is being loaded
/** @type {ReturnType<typeof watchLeaving> | undefined} */
let departure; // watches the current navigation

/**
 * Navigates to a URL. Returns false if the browser has to follow the link instead.
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
 * Loads the current navigation's URL as a document. Returns false if no navigation is running.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function resume(error) {
  if (destination) recover(destination, error);
  return Boolean(destination);
}

export const isGoing = () => leaving || Boolean(destination);

export function start() {
  Router.events.on("routeChangeError", onRouteChangeError);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", onScriptError);
  addEventListener(
    "unhandledrejection",
    ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason),
  );
  addEventListener("pageshow", () => setLeaving(false)); // Back can restore a document from the bfcache
}

/**
 * Runs `change`, which sets the URL. If the browser refuses a new history entry, loads the URL as a document.
 *
 * @param {() => void} change
 * @param {Method} method
 * @param {string} url
 */
export function keepAddress(change, method, url) {
  try {
    change();
  } catch (error) {
    reportOnce("history", error);
    if (method !== "pushState") return;
    loadDocument(url);
    throw Object.assign(new Error("The browser refused to change the URL"), { cancelled: true });
  }
}

/**
 * Calls `go` to navigate. Loads `url` as a document if `go` fails or the build is outdated.
 *
 * @template Result
 * @param {() => Promise<Result>} go
 * @param {Method} method
 * @param {string} url
 * @param {string} from
 * @param {() => unknown} ready a function that waits for Next's list of pages
 * @returns {Promise<Result | boolean>} the result of `go`, or false if another navigation has started
 */
export async function change(go, method, url, from, ready) {
  const mine = ++latest;
  const within = bare(url) === bare(from);
  if (hasFailed()) return loadDocument(url, method);
  if (!within && hasInvalidParameter(url)) return failNotFound(url, method);
  if (!within && isOutdated()) {
    session.setItem("build", /** @type {string} */ (newerBuild()));
    return loadDocument(url, method);
  }
  const watch = watchLeaving();
  departure?.end();
  departure = watch;
  try {
    if (!within) {
      destination = url;
      await ready();
      if (mine !== latest) return false;
    }
    return await go();
  } catch (error) {
    if (watch.isLeft) return false;
    return unlessCancelled(/** @type {NavigationError} */ (error)) && mine === latest
      ? loadDocument(url, method)
      : false;
  } finally {
    watch.end();
    setTimeout(() => {
      if (mine === latest) destination = null;
    }); // an error that React reports may still need `destination`
  }
}

/** @param {string} url */
const hasInvalidParameter = (url) => INVALID.test(decoded(url).replace(/[?#].*|\/$/s, ""));

/**
 * Shows the error page at a URL that fits a route with an invalid parameter.
 *
 * @param {string} url
 * @param {Method} method
 */
function failNotFound(url, method) {
  entries[method === "pushState" ? "push" : "replace"](null, url);
  const message = `Page Not Found: ${decoded(url).split("#")[0]}`;
  const error = Object.assign(new Error(message), { statusCode: NOT_FOUND, fatal: true });
  report(error, "navigation");
  fail(error);
  // Next ignores Back here, because for Next the previous page is still the current one.
  addEventListener("popstate", () => location.reload(), { once: true });
  return false;
}

/**
 * Returns the decoded path of a URL, with its query and hash.
 *
 * @param {string} url
 */
function decoded(url) {
  const { pathname, search, hash } = new URL(url, location.href);
  try {
    return decodeURIComponent(pathname) + search + hash;
  } catch {
    return pathname + search + hash; // not UTF-8
  }
}

/**
 * Reports an error and returns true, unless the navigation was cancelled.
 *
 * @param {NavigationError} error
 * @returns {boolean}
 */
export function unlessCancelled(error) {
  if (!error.cancelled) report(error, "navigation", true);
  return !error.cancelled;
}

/** Returns the server's build ID if it differs from the page's, otherwise null. */
const newerBuild = () => {
  const id = handover.latest.id;
  return id && id !== window.__NEXT_DATA__?.buildId ? String(id) : null;
};

// Whether to load a newer build. Each build is tried once, because the service worker may still serve the old build.
const isOutdated = () => newerBuild() && session.getItem("build") !== newerBuild();

/** @param {string} url */
const bare = (url) => new URL(url, location.href).href.split("#")[0];

/**
 * @param {NavigationError} error
 * @param {string} url
 */
function onRouteChangeError(error, url) {
  if (error.cancelled) return;
  if (!departure?.isLeft) {
    if (isOffline()) loadDocument(url);
    else recover(url, error);
  }
  throw Object.assign(error, { cancelled: true }); // otherwise Next would load the URL repeatedly
}

/**
 * Recovers from a script that contains HTML, for example from a captive portal.
 *
 * @param {ErrorEvent} event
 */
function onScriptError({ error, filename }) {
  if (error?.name === "SyntaxError" && filename?.includes(CODE)) recover(destination || location.href, error);
}

// Whether the browser is offline and a service worker controls the page. The service worker can then serve documents.
const isOffline = () => {
  try {
    return !isOnline() && Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
};

/**
 * Loads `url` as a document after an error. Shows the error page after a second error within ten seconds.
 *
 * @param {string} url
 * @param {unknown} error
 */
export function recover(url, error) {
  if (leaving) return;
  const mark = markOf(new URL(url, location.href).pathname);
  const wasLoaded = Date.now() - Number(session.getItem(mark)) < RELOAD_WINDOW_MS;
  const isElsewhere = bare(url) !== bare(location.href);
  // Reload only if the mark is stored, because otherwise the page would reload forever.
  if (!wasLoaded && (session.setItem(mark, Date.now()) || isElsewhere)) {
    loadDocument(url);
    return;
  }
  report(error, "chunk");
  fail(error);
}

/**
 * Loads `url` as a document. Reloads the page if it already has this URL, as on Back and Forward.
 *
 * @param {string} url
 * @param {Method} [method]
 * @returns {Promise<never>}
 */
function loadDocument(url, method = "pushState") {
  const { href, hash } = new URL(url, location.href);
  const isHere = bare(href) === bare(location.href);
  setLeaving(!isHere || hash === location.hash);
  if (isHere && leaving) location.reload();
  else location[method === "pushState" ? "assign" : "replace"](href);
  return new Promise(() => {}); // never resolves, like Next's navigation to a document
}

/** @param {boolean} isLeaving */
function setLeaving(isLeaving) {
  leaving = isLeaving;
  setDeparting(isLeaving);
}
