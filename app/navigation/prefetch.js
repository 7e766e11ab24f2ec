// Fetches the pages that links in view lead to before they are followed, a few at a time and each once. Never members' pages:
// their code is for members only.
//
// Next's own prefetch would also run what it has loaded, swallow failures, and keep one of them so that following the
// link later loads a document. Here the browser's cache is filled, nothing else.
import { connection, isOnline } from "$/app/browser/network.js";
import { intersections } from "$/app/browser/observers.js";
import { extra } from "$/app/guard/extra.js";
import site from "$/app/site.json";

const AT_ONCE = 4;
const STATEFUL = new RegExp(site.stateful);

const prefetch = extra("prefetch");
const asked = new Set(); // paths of pages that are loaded or on their way
let queue = []; // links in view, next first
let underway = 0;
let observer;

/** Fetches where `link` leads when it is in view; what is returned ends that. */
export const watch = prefetch.guard((link) => {
  observer ||= prefetch.run(start);
  observer?.observe(link);
  return prefetch.guard(() => {
    observer?.unobserve(link);
    drop(link);
  });
});

/** Puts `link` first: the visitor is about to follow it. */
export const hurry = prefetch.guard((link) => {
  drop(link);
  queue.unshift(link);
  next();
});

function start() {
  prefetch.listen(window, "load", next);
  prefetch.listen(window, "online", next);
  prefetch.listen(document, "visibilitychange", next);
  const line = connection();
  if (line.addEventListener) prefetch.listen(line, "change", next);
  const seen = intersections(
    prefetch.guard((entries) => {
      for (const { target, isIntersecting } of entries) {
        drop(target);
        if (isIntersecting) queue.push(target);
      }
      next();
    }),
  );
  prefetch.later(() => seen.disconnect());
  return seen;
}

const drop = (link) => {
  queue = queue.filter((other) => other !== link);
};

function next() {
  while (queue.length && underway < AT_ONCE && isWelcome()) {
    const { pathname } = queue.shift();
    if (pathname !== location.pathname && !STATEFUL.test(pathname) && !asked.has(pathname)) load(pathname);
  }
}

// The page's own files come first, and every byte is left alone where it costs the visitor.
const isWelcome = () => {
  const { saveData, effectiveType } = connection();
  const isFree = !saveData && !/2g/.test(effectiveType);
  return isFree && isOnline() && document.visibilityState === "visible" && document.readyState === "complete";
};

async function load(path) {
  asked.add(path);
  underway++;
  try {
    await Promise.all(missing(path).map(download));
  } catch {
    asked.delete(path); // the network failed: another look at a link asks again
  }
  underway--;
  prefetch.run(next);
}

// Under `next dev` the manifest names no files.
const missing = (path) =>
  (self.__BUILD_MANIFEST?.[path] || []).filter((file) => !document.querySelector(`script[src$="${file}"]`));

const download = async (file) => {
  const response = await fetch(`/_next/${file}`, { priority: "low" });
  if (!response.ok) throw new Error(response.status);
  await response.blob();
};
