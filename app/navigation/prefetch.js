// Fetches the pages that links in view lead to, a few at a time and each once. Never members' pages, as their code is
// for members only.
//
// Next's own prefetch would also run what it has loaded and swallow failures, and would remember one failure so that
// following the link later loads a document. This only fills the browser's cache. `chunk:error` on `window` tells of a
// failure, and chunks.js listens.
import { connection, isOnline } from "$/app/browser/network.js";
import { intersections } from "$/app/browser/observers.js";
import { extra } from "$/app/guard/extra.js";
import site from "$/app/site.json";
import { watchChunks } from "./chunks.js";

const MAX_PARALLEL = 4;
const STATEFUL = new RegExp(site.stateful);

const prefetch = extra("prefetch");
/** @type {Set<string>} */
const asked = new Set(); // paths of pages that are loaded or being loaded
/** @type {HTMLAnchorElement[]} */
let queue = []; // links in view, next first
let loading = 0; // pages that are being loaded
/** @type {IntersectionObserver | undefined} */
let observer;

/**
 * Fetches the page that a link leads to when the link comes into view; returns what ends that.
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

/** Puts a link first, as the visitor is about to follow it. */
export const hurry = prefetch.guard((/** @type {HTMLAnchorElement} */ link) => {
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
  while (queue.length && loading < MAX_PARALLEL && isWelcome()) {
    const { pathname } = /** @type {HTMLAnchorElement} */ (queue.shift());
    if (pathname !== location.pathname && !STATEFUL.test(pathname) && !asked.has(pathname)) load(pathname);
  }
}

// The page's own files come first, and nothing is fetched ahead where data is scarce.
const isWelcome = () => {
  const { saveData, effectiveType } = connection();
  const isFree = !saveData && !/2g/.test(effectiveType);
  return isFree && isOnline() && document.visibilityState === "visible" && document.readyState === "complete";
};

/** @param {string} path */
async function load(path) {
  asked.add(path);
  loading++;
  try {
    await Promise.all(missing(path).map(download));
  } catch (error) {
    asked.delete(path); // the next link in view that leads there tries again
    const { status } = /** @type {{ status?: number }} */ (error);
    dispatchEvent(new CustomEvent("chunk:error", { detail: { path, status } }));
  }
  loading--;
  prefetch.run(next);
}

/**
 * The page's scripts that this document has not loaded. Under `next dev` the manifest names no files.
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
