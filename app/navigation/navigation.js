// How a visitor gets from page to page: within the document where possible, else by loading the target as a document.
// That is when the server has a newer build than the page's, when a chunk of code cannot be loaded, when the browser
// refuses to change the URL, and when React cannot unmount the old page. Without a network none of it says anything
// about the build: the service worker answers for what is not kept.
import Router from "next/router";
import { isOnline } from "$/app/browser/network.js";
import { session } from "$/app/browser/storage.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { depart, fail, hasFailed } from "$/app/monitoring/monitor.js";
import { handover } from "$/app/start/handover.js";

const RELOAD_WINDOW_MS = 10_000; // in which a path is loaded again only once
const CODE = "/_next/static/chunks/";

/**
 * @typedef {"pushState" | "replaceState"} Method of the history, by which a navigation sets the URL
 * @typedef {Error & { cancelled?: boolean }} NavigationError cancelled when another navigation has overtaken it, or
 *   when it is handled here
 */

let latest = 0; // navigations so far
/** @type {string | null} */
let destination = null; // of the navigation within the document
let leaving = false; // whether another document is being loaded

/**
 * Follows a link; returns whether that has begun. Where it has not, the browser has to follow the link.
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
 * Loads the page that the visitor is being taken to as a document, as the application cannot show it; returns whether
 * there is one.
 *
 * @param {unknown} error
 * @returns {boolean}
 */
export function resume(error) {
  if (destination) recover(destination, error);
  return Boolean(destination);
}

/** Whether the visitor is on the way to another page or document. */
export const isGoing = () => leaving || Boolean(destination);

/** Begins once the page is hydrated: from now on Next and webpack report what has failed. */
export function start() {
  Router.events.on("routeChangeError", failed);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", answeredWithHtml);
  addEventListener(
    "unhandledrejection",
    ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason),
  );
  addEventListener("pageshow", () => depart((leaving = false))); // the visitor may come back to a page that was left
}

/**
 * Does `change`, which sets the URL. Where the browser refuses to add an entry to the history, the URL is loaded as a
 * document; where it refuses to replace one, the old URL stays.
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
    leave(url);
    throw Object.assign(new Error("The browser keeps its address"), { cancelled: true });
  }
}

/**
 * Takes the visitor to `url` by `go`, or by loading the document where `go` must not or cannot.
 *
 * @template Result
 * @param {() => Promise<Result>} go
 * @param {Method} method
 * @param {string} url
 * @param {string} from the page's URL
 * @param {() => unknown} ready may return a promise, which resolves when Next knows its pages
 * @returns {Promise<Result | boolean>} false where the navigation was overtaken; pending while a document is loaded
 */
export async function change(go, method, url, from, ready) {
  const mine = ++latest;
  const within = bare(url) === bare(from);
  if (hasFailed()) return leave(url, method);
  if (!within && isOutdated()) {
    session.setItem("build", /** @type {string} */ (newerBuild()));
    return leave(url, method);
  }
  try {
    if (!within) {
      destination = url;
      await ready(); // a later navigation may overtake this one meanwhile
      if (mine !== latest) return false;
    }
    return await go();
  } catch (error) {
    return unlessCancelled(/** @type {NavigationError} */ (error)) && mine === latest ? leave(url, method) : false;
  } finally {
    setTimeout(() => {
      if (mine === latest) destination = null;
    }); // React reports a little later what has failed
  }
}

/**
 * Reports an error unless it is that of a cancelled navigation; returns whether it did.
 *
 * @param {NavigationError} error
 * @returns {boolean}
 */
export function unlessCancelled(error) {
  if (!error.cancelled) report(error, "navigation", true);
  return !error.cancelled;
}

/** The id of the server's build, when it is another one than the page's; else null. */
const newerBuild = () => {
  const id = handover.latest.id;
  return id && id !== window.__NEXT_DATA__?.buildId ? String(id) : null;
};

// Once for each build: a service worker may still answer with the old one, and will offer the new one by itself.
const isOutdated = () => newerBuild() && session.getItem("build") !== newerBuild();

/**
 * A URL without its hash.
 *
 * @param {string} url
 */
const bare = (url) => new URL(url, location.href).href.split("#")[0];

/**
 * @param {NavigationError} error
 * @param {string} url
 */
function failed(error, url) {
  if (error.cancelled) return;
  if (isCutOff()) leave(url);
  else recover(url, error);
  throw Object.assign(error, { cancelled: true }); // or Next would load the URL by itself, over and over
}

/**
 * The page of a proxy or a hotel's network came in place of the code: Next would wait for seconds before it gives up.
 *
 * @param {ErrorEvent} event
 */
function answeredWithHtml({ error, filename }) {
  if (error?.name === "SyntaxError" && filename?.includes(CODE)) recover(destination || location.href, error);
}

const isCutOff = () => {
  try {
    return !isOnline() && Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
};

/**
 * Loads `url` as a document, as the page cannot go on without it; the second time within ten seconds the error page
 * takes the page's place.
 *
 * @param {string} url
 * @param {unknown} error
 */
export function recover(url, error) {
  if (leaving) return;
  const mark = `load:${new URL(url, location.href).pathname}`;
  // Text or null, which the subtraction turns into a number.
  const loadedAt = /** @type {number} */ (/** @type {unknown} */ (session.getItem(mark)));
  const wasLoaded = Date.now() - loadedAt < RELOAD_WINDOW_MS;
  const isElsewhere = bare(url) !== bare(location.href);
  // Without a mark that outlives the document, the same URL would be loaded without end.
  if (!wasLoaded && (session.setItem(mark, Date.now()) || isElsewhere)) {
    leave(url);
    return;
  }
  report(error, "chunk");
  fail(error);
}

/**
 * Loads a document. On Back and Forward the URL is set already, and setting it again would load nothing.
 *
 * @param {string} url
 * @param {Method} [method]
 * @returns {Promise<never>}
 */
function leave(url, method = "pushState") {
  const { href, hash } = new URL(url, location.href);
  const isHere = bare(href) === bare(location.href);
  depart((leaving = !isHere || hash === location.hash));
  if (isHere && leaving) location.reload();
  else location[method === "pushState" ? "assign" : "replace"](href);
  return new Promise(() => {}); // as Next does when it leaves the page
}
