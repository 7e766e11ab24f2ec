// Opens pages without a full page load. Falls back to a full page load in four cases: a newer build, a missing script,
// a URL that the browser rejects, and an error in React.
import Router from "next/router";
import { focusElement } from "$/app/browser/focus.js";
import { entries } from "$/app/browser/history.js";
import { watchLeaving } from "$/app/browser/leaving.js";
import { isOnline } from "$/app/browser/network.js";
import { session } from "$/app/browser/storage.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { hasPageFailed, setDeparting, showErrorPage } from "$/app/monitoring/monitor.js";
import site from "$/app/site.json";
import { handover } from "$/app/start/handover.js";
import { holdPage } from "$/app/start/history.js";
import { claimLoad } from "$/app/start/reload.js";

const CODE = "/_next/static/chunks/";

const NOT_FOUND = 404;
const INVALID = new RegExp(site.invalid);

/**
 * @typedef {"pushState" | "replaceState"} Method
 * @typedef {Error & { cancelled?: boolean }} NavigationError `cancelled` is true if the error needs no handling
 */

let latest = 0;
/** @type {string | null} */
let destination = null;
let leaving = false;
let followsLink = false;
/** @type {ReturnType<typeof watchLeaving> | undefined} */
let departure; // detects whether the visitor leaves before the current navigation finishes

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
 * Continues the current navigation with a full page load. Returns false if there is no current navigation.
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

export const isGoing = () => leaving || Boolean(destination);

export function start() {
  Router.events.on("routeChangeError", onRouteChangeError);
  Router.events.on("beforeHistoryChange", blur);
  for (const type of /** @type {const} */ (["routeChangeComplete", "hashChangeComplete"])) {
    Router.events.on(type, focusTarget);
  }
}

/**
 * Removes the focus before Next replaces the page. Otherwise, Chromium would first restyle the old page.
 *
 * @param {string} _url
 * @param {{ shallow: boolean }} options
 */
function blur(_url, { shallow }) {
  if (!shallow) /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
}

/**
 * Focuses the element that the URL's hash names, so that the Tab key continues at this element. Does nothing in
 * full-page sections, because app/extras/fullpage/sections.js sets the focus there.
 */
function focusTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (!target || target.contains(document.activeElement) || target.closest(".fp-enabled")) return;
  focusElement(target);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", onScriptError);
  addEventListener(
    "unhandledrejection",
    ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason),
  );
  addEventListener("pageshow", () => setLeaving(false)); // the browser might have restored this document from a cache
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
  const mine = ++latest;
  const within = bare(url) === bare(from);
  followsLink = method === "pushState" && !url.includes("#");
  // Once the error page is shown or a full page load has started, only a full page load can open a page.
  if (hasPageFailed() || (leaving && !within)) return loadDocument(url, method);
  // If the visitor goes back, loads the page from the server, which redirects if the page was renamed.
  if (!within && hasInvalidParameter(url))
    return method === "pushState" ? failNotFound(url) : loadDocument(url, method);
  if (!within && isOutdated() && !handover.isBusy?.()) {
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
    return reportUnlessCancelled(/** @type {NavigationError} */ (error)) && mine === latest
      ? loadDocument(url, method)
      : false;
  } finally {
    watch.end();
    setTimeout(() => {
      if (mine === latest) destination = null;
    }); // clears `destination` later, because `resume` needs it if React still throws an error
  }
}

/** @param {string} url */
const hasInvalidParameter = (url) => INVALID.test(decoded(url).replace(/[?#].*|\/$/s, ""));

/** @param {string} url */
function failNotFound(url) {
  entries.push(null, url);
  const message = `Page Not Found: ${decoded(url).split("#")[0]}`;
  const error = Object.assign(new Error(message), { statusCode: NOT_FOUND, fatal: true });
  report(error, "navigation");
  showErrorPage(error);
  holdPage(); // Next does not know about the error page
  return false;
}

/** @param {string} url */
function decoded(url) {
  const { pathname, search, hash } = new URL(url, location.href);
  try {
    return decodeURIComponent(pathname) + search + hash;
  } catch {
    return pathname + search + hash; // a path that is not UTF-8 remains percent-encoded
  }
}

/**
 * Reports an error and returns true. For a cancelled navigation, does nothing and returns false.
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

// Whether to load a newer build. Returns false if this build was tried before, because the service worker might still
// respond with the old build.
const isOutdated = () => newerBuild() && session.getItem("build") !== newerBuild();

/** @param {string} url */
const bare = (url) => new URL(url, location.href).href.split("#")[0];

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
 * Continues a navigation with a full page load if a script request returned HTML, such as a Wi-Fi login page. Without a
 * navigation, does nothing, because extras retry their scripts themselves.
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

/**
 * Opens `url` with a full page load, or shows the error page after a second error within ten seconds.
 *
 * @param {string} url
 * @param {unknown} error
 */
export function recover(url, error) {
  if (leaving) return;
  // Without storage, does not open the same URL again, because the page might reload forever.
  if (claimLoad(new URL(url, location.href).pathname) ?? bare(url) !== bare(location.href)) {
    loadDocument(url);
    return;
  }
  report(error, "chunk");
  showErrorPage(error);
}

/**
 * Opens `url` with a full page load. If the page already has this URL, reloads the page.
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
  return new Promise(() => {}); // never resolves, because another document loads
}

/** @param {boolean} isLeaving */
function setLeaving(isLeaving) {
  leaving = isLeaving;
  setDeparting(isLeaving);
}
