// Downloads the scripts of a linked page when the link becomes visible. The scripts run only when a click is likely.
// Next's own prefetch function would hide errors and would cause a full page load after an error.
import { createElement } from "$/app/browser/elements.js";
import { watchLeaving } from "$/app/browser/leaving.js";
import { connection, isOnline } from "$/app/browser/network.js";
import { extra } from "$/app/guard/extra.js";
import site from "$/app/site.json";
import { watchChunks } from "./chunks.js";

const MAX_PARALLEL = 4;
const INTENT_MS = 65; // a click is likely if the mouse stays on a link this long
const PAUSE_MS = 1_000; // the pause after a failed download
const PRIVATE = new RegExp(site.private);

const prefetch = extra("prefetch");
/** @type {Map<string, Promise<boolean>>} */
const requested = new Map(); // whether each page's scripts have loaded, keyed by path
/** @type {Set<string>} */
const prepared = new Set(); // paths of pages whose scripts have run
/** @type {HTMLAnchorElement[]} */
let queue = []; // visible links whose pages are not loaded
let loading = 0;
/** @type {ReturnType<typeof watchLeaving> | undefined} */
let departure; // detects whether the visitor leaves while scripts are loading
/** @type {IntersectionObserver | undefined} */
let observer;
/** @type {(path: string) => unknown} */
let runCode = () => {};
/** @type {HTMLAnchorElement | null} */
let approached = null; // the link under the mouse

/** @param {(path: string) => unknown} run */
export const setRunner = (run) => {
  runCode = run;
};

/**
 * Loads a link's page when the link becomes visible. Returns a function that stops watching.
 *
 * @type {(link: HTMLAnchorElement) => (() => void) | undefined}
 */
export const watch = prefetch.guard((link) => {
  observer ||= prefetch.run(start);
  observer?.observe(link);
  return prefetch.guard(() => {
    observer?.unobserve(link);
    drop(link);
  });
});

/** Loads the page of this link first, because a click is likely. */
export const prioritize = prefetch.guard((/** @type {HTMLAnchorElement} */ link) => {
  drop(link);
  queue.unshift(link);
  next();
});

/** Runs the linked page's scripts if the pointer stays over the link. */
export const approach = prefetch.guard((/** @type {HTMLAnchorElement} */ link) => {
  approached = link;
  prioritize(link);
  prefetch.after(INTENT_MS, () => approached === link && prepare(link));
});

export const leave = () => {
  approached = null;
};

/** Runs a page's scripts and loads its first picture, so that a click only has to render the page. */
export const prepare = prefetch.guard(async (/** @type {HTMLAnchorElement} */ { pathname }) => {
  if (prepared.has(pathname) || isUnwanted(pathname) || !mayPrefetch()) return;
  prepared.add(pathname);
  loadPicture(pathname);
  if (await (requested.get(pathname) || load(pathname))) runCode(pathname);
  else prepared.delete(pathname);
});

/**
 * Loads a page's first picture in the size that suits the window's width.
 *
 * @param {string} path
 */
function loadPicture(path) {
  const [sizes, srcset] = self.__FIRST_PICTURES?.[path] || [];
  if (!srcset) return;
  const picture = document.createElement("picture");
  picture.append(createElement("source", { type: "image/avif", sizes, srcset }));
  picture.append(document.createElement("img"));
}

function start() {
  watchChunks();
  prefetch.listen(window, "load", next);
  prefetch.listen(window, "online", next);
  prefetch.listen(document, "visibilitychange", next);
  const line = connection();
  if (line.addEventListener) prefetch.listen(/** @type {EventTarget} */ (line), "change", next);
  const seen = new IntersectionObserver(
    prefetch.guard((/** @type {IntersectionObserverEntry[]} */ entries) => {
      for (const { target, isIntersecting } of entries) {
        drop(target);
        if (isIntersecting) queue.push(/** @type {HTMLAnchorElement} */ (target));
      }
      next();
    }),
  );
  prefetch.onEnd(() => seen.disconnect());
  return seen;
}

/** @param {Element} link */
const drop = (link) => {
  queue = queue.filter((other) => other !== link);
};

function next() {
  while (queue.length && loading < MAX_PARALLEL && mayPrefetch()) {
    const { pathname } = /** @type {HTMLAnchorElement} */ (queue.shift());
    if (!isUnwanted(pathname) && !requested.has(pathname)) load(pathname);
  }
}

/** @param {string} path */
const isUnwanted = (path) => path === location.pathname || PRIVATE.test(path);

// Prefetching needs a loaded, visible page, and a connection that is neither 2G nor in data-saver mode.
const mayPrefetch = () => {
  const { saveData, effectiveType } = connection();
  const isFree = !saveData && !/2g/.test(effectiveType);
  return isFree && isOnline() && document.visibilityState === "visible" && document.readyState === "complete";
};

/** @param {string} path */
function load(path) {
  const loaded = fetchScripts(path);
  requested.set(path, loaded);
  return loaded;
}

/**
 * Loads a page's scripts, then continues with the queue. Resolves to true if all scripts are loaded. The queue stops
 * when the visitor leaves the document: the browser would cancel more requests, and WebKit would log errors.
 *
 * @param {string} path
 */
async function fetchScripts(path) {
  let hasArrived = false;
  if (!loading++) departure = watchLeaving();
  try {
    await Promise.all(missing(path).map(download));
    hasArrived = true;
  } catch (error) {
    requested.delete(path); // allows a later retry
    const { status } = /** @type {{ status?: number }} */ (error);
    dispatchEvent(new CustomEvent("chunk:error", { detail: { path, status } }));
    await new Promise((resume) => prefetch.after(PAUSE_MS, () => resume(undefined)));
  }
  if (!--loading) departure?.end();
  if (!departure?.isLeft) prefetch.run(next);
  return hasArrived;
}

/**
 * Returns the page's scripts that the document has not loaded yet.
 *
 * @param {string} path
 */
const missing = (path) =>
  (self.__BUILD_MANIFEST?.[path] || []).filter((file) => !document.querySelector(`script[src$="${file}"]`));

/** @param {string} file */
const download = async (file) => {
  const response = await fetch(`/_next/${file}`, { priority: "low" });
  // Rejects HTML, which might be the login page of a Wi-Fi network.
  if (!response.ok || !/\bjavascript\b/.test(response.headers.get("content-type") || "")) throw response;
  await response.blob();
};
