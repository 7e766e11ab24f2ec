// Preloads the pages that links in view lead to, a few at a time and each once. Never members' pages: their code is for
// members only.
//
// Next's own prefetch would also run what it has loaded, swallow failures, and keep one of them so that following the
// link later loads a document. Here the browser's cache is filled, nothing else.
import site from "$/pwa/site.json";

const AT_ONCE = 4;
const STATEFUL = new RegExp(site.stateful);

const asked = new Set(); // paths of pages that are loaded or on their way
let queue = []; // links in view, next first
let underway = 0;
let observer;

/** Preloads where `link` leads when it is in view; what is returned ends that. */
export function watch(link) {
  observer ||= start();
  observer.observe(link);
  return () => {
    observer.unobserve(link);
    drop(link);
  };
}

/** Puts `link` first: the visitor is about to follow it. */
export function hurry(link) {
  drop(link);
  queue.unshift(link);
  next();
}

function start() {
  addEventListener("load", next);
  addEventListener("online", next);
  document.addEventListener("visibilitychange", next);
  navigator.connection?.addEventListener?.("change", next);
  return new IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) {
      drop(target);
      if (isIntersecting) queue.push(target);
    }
    next();
  });
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
  const { saveData, effectiveType } = navigator.connection || {};
  const isFree = !saveData && !/2g/.test(effectiveType);
  return isFree && navigator.onLine && document.visibilityState === "visible" && document.readyState === "complete";
};

async function load(path) {
  asked.add(path);
  underway++;
  try {
    await Promise.all(missing(path).map(download));
  } catch {
    asked.delete(path); // another look at a link asks again
  }
  underway--;
  next();
}

// Under `next dev` the manifest names no files.
const missing = (path) =>
  (self.__BUILD_MANIFEST[path] || []).filter((file) => !document.querySelector(`script[src$="${file}"]`));

const download = async (file) => {
  const response = await fetch(`/_next/${file}`, { priority: "low" });
  if (!response.ok) throw new Error(response.status);
  await response.blob();
};
