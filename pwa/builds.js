// What becomes of a page when the server has a newer build than its own: the next navigation loads a document. A chunk
// that cannot be loaded, as it may be gone by then, has the wanted address loaded once; then comes the error page. Without
// a network nothing is wrong with the build: the service worker says what is not kept.
import Router from "next/router";
import { useEffect } from "react";
import { configure, fail, hasFailed, report } from "$/app/monitoring/monitor.js";

const LATEST = "/builds/latest.json";
const FIRST = 1_000; // ms from the page's load until the server is first asked
const INTERVAL = 3_600_000; // ms until it is asked again
const WINDOW = 10_000; // ms in which a path is loaded anew once

let wanted = null; // the newer build, when there is one
let leaving = false;

/** Looks after builds from the page's first moment on. */
export function useBuilds() {
  useEffect(() => {
    if (process.env.NODE_ENV !== "production") return;
    removeEventListener("error", unloaded, true); // from now on Next and webpack say what has failed
    Router.events.on("routeChangeError", failed);
    interceptNavigation(Router.router);
    if (document.readyState === "complete") setTimeout(poll, FIRST);
    else addEventListener("load", () => setTimeout(poll, FIRST));
  }, []);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", unloaded, true);
  addEventListener("unhandledrejection", ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason));
  addEventListener("pageshow", () => { leaving = false; }); // the visitor may come back to a page that was left
}

// Storage may be full or forbidden.
const read = (key) => {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
};
const write = (key, value) => {
  try {
    sessionStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
};

function poll() {
  let next = 0;
  const look = () => {
    if (Date.now() < next || document.visibilityState !== "visible" || !navigator.onLine) return;
    next = Date.now() + INTERVAL;
    ask();
  };
  look();
  setInterval(look, INTERVAL);
  addEventListener("online", look);
  document.addEventListener("visibilitychange", look);
}

async function ask() {
  try {
    const response = await fetch(LATEST, { cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    const { id, config } = await response.json();
    if (config) configure(); // the server has settings for the browser
    wanted = id === window.__NEXT_DATA__.buildId ? null : id;
  } catch (error) {
    console.warn("Failed to look for a newer build:", error);
  }
}

// Once for each build: where a service worker still answers with the old one, it will bring the new one in its time.
const isOutdated = () => wanted && read("build") !== wanted;

function interceptNavigation(router) {
  const change = router.change;
  router.change = (method, url, as, options, scroll) => {
    const within = options._h || bare(as) === bare(router.asPath);
    if (!hasFailed() && (within || !isOutdated())) return change.call(router, method, url, as, options, scroll);
    write("build", wanted);
    load(as, method === "pushState" ? "assign" : "replace");
    return new Promise(() => {}); // as Next does when it leaves the page
  };
}

const bare = (address) => new URL(address, location).href.split("#")[0];

// On the way back and forward the address is there already, and to set it again would load nothing.
function load(address, how = "assign") {
  if (bare(address) === bare(location.href)) location.reload();
  else location[how](address);
}

function failed(error, address) {
  if (error.cancelled) return;
  if (isCutOff()) leave(address);
  else recover(address, error);
  throw Object.assign(error, { cancelled: true }); // or Next would load the address by itself, however often
}

function unloaded({ target }) {
  const { src } = target;
  if (src?.includes("/_next/static/chunks/")) recover(location.href, new Error(`Failed to load ${src}`));
}

const isCutOff = () => !navigator.onLine && Boolean(navigator.serviceWorker?.controller);

function recover(address, error) {
  if (leaving) return;
  const mark = `load:${new URL(address, location).pathname}`;
  const wasLoaded = Date.now() - read(mark) < WINDOW;
  if (!wasLoaded && write(mark, Date.now())) return leave(address); // without a mark there would be no end to it
  report(error, "chunk");
  fail(error);
}

function leave(address) {
  leaving = true;
  load(address);
}
