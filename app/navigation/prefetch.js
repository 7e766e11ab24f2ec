// Prefetches the scripts of the pages that visible links point to, except members' pages.
//
// The scripts only fill the browser's cache. Next's own prefetch would run the scripts, hide failures, and load a
// document after a failure. Failures are dispatched to chunks.js as `chunk:error` events on `window`.
import { connection, isOnline } from "$/app/browser/network.js";
import { intersections } from "$/app/browser/observers.js";
import { extra } from "$/app/guard/extra.js";
import site from "$/app/site.json";
import { watchChunks } from "./chunks.js";

const MAX_PARALLEL = 4;
const PAUSE_MS = 1_000; // after a failure, because WebKit fails requests, and reports new ones, while the page is left
const PRIVATE = new RegExp(site.private);

const prefetch = extra("prefetch");
/** @type {Set<string>} */
const requested = new Set(); // paths of requested pages
/** @type {HTMLAnchorElement[]} */
let queue = []; // visible links to prefetch, in order
let loading = 0; // number of pages being prefetched
/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Prefetches a link's page once the link is visible. Returns a function that stops watching the link.
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

/** Moves a link to the front of the queue, because the visitor is about to follow it. */
export const prioritize = prefetch.guard((/** @type {HTMLAnchorElement} */ link) => {
  drop(link);
  queue.unshift(link);
  next();
});

function start() {
  watchChunks();
  prefetch.listen(window, "load", next);
  prefetch.listen(window, "online", next);
  prefetch.listen(document, "visibilitychange", next);
  const line = connection();
  if (line.addEventListener) prefetch.listen(/** @type {EventTarget} */ (line), "change", next);
  const seen = intersections(
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
    if (pathname !== location.pathname && !PRIVATE.test(pathname) && !requested.has(pathname)) load(pathname);
  }
}

// Whether the page is loaded and visible, and the connection is neither slow nor metered.
const mayPrefetch = () => {
  const { saveData, effectiveType } = connection();
  const isFree = !saveData && !/2g/.test(effectiveType);
  return isFree && isOnline() && document.visibilityState === "visible" && document.readyState === "complete";
};

/** @param {string} path */
async function load(path) {
  requested.add(path);
  loading++;
  try {
    await Promise.all(missing(path).map(download));
  } catch (error) {
    requested.delete(path); // allows another link to the page to retry
    const { status } = /** @type {{ status?: number }} */ (error);
    dispatchEvent(new CustomEvent("chunk:error", { detail: { path, status } }));
    await new Promise((resume) => prefetch.after(PAUSE_MS, () => resume(undefined)));
  }
  loading--;
  prefetch.run(next);
}

/**
 * Returns the scripts of a page that the document does not contain yet.
 *
 * @param {string} path
 */
const missing = (path) =>
  (self.__BUILD_MANIFEST?.[path] || []).filter((file) => !document.querySelector(`script[src$="${file}"]`));

/** @param {string} file */
const download = async (file) => {
  const response = await fetch(`/_next/${file}`, { priority: "low" });
  if (!response.ok) throw response;
  await response.blob();
};
