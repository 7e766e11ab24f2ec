// How a visitor gets from page to page: within the document where that can be done, else by loading the wanted address.
// That is when the server has a newer build than the page's own, when a chunk of code cannot be had, when the browser
// refuses another address, and when React cannot take the old page down. Without a network nothing is wrong with the build:
// the service worker says what is not kept.
import Router from "next/router";
import { isOnline } from "$/app/browser/network.js";
import { session } from "$/app/browser/storage.js";
import { report, tell } from "$/app/guard/report.js";
import { depart, fail, hasFailed } from "$/app/monitoring/monitor.js";
import { newerBuild } from "./builds.js";

const WINDOW = 10_000; // ms in which a path is loaded anew once
const CODE = "/_next/static/chunks/";

let latest = 0; // navigations so far
let underway = null; // where the visitor is being taken within the document
let leaving = false;

/** Follows a link to `address`; whether that is under way. Where it is not, the link is the browser's to follow. */
export function navigate(address) {
  try {
    Router.push(address);
    return true;
  } catch (error) {
    report(error, "navigation", true);
    return false;
  }
}

/** Where the visitor is being taken, or null: React is drawing that page. */
export const target = () => underway;

/** Whether the visitor is on the way to another page or document. */
export const isGoing = () => leaving || Boolean(underway);

/** Begins once the page is hydrated: from now on Next and webpack say what has failed. */
export function start() {
  removeEventListener("error", unloaded, true);
  Router.events.on("routeChangeError", failed);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  addEventListener("error", unloaded, true);
  addEventListener("error", answeredWithHtml);
  addEventListener(
    "unhandledrejection",
    ({ reason }) => reason?.name === "ChunkLoadError" && recover(location.href, reason),
  );
  addEventListener("pageshow", () => depart((leaving = false))); // the visitor may come back to a page that was left
}

/** Does `change`, which sets the address by `method` of the history. Where the browser refuses to add an entry, the address
 * is loaded; one that it does not replace stays. */
export function keepAddress(change, method, address) {
  try {
    change();
  } catch (error) {
    tell("history", error);
    if (method !== "pushState") return;
    leave(address);
    throw Object.assign(new Error("The browser keeps its address"), { cancelled: true });
  }
}

/** Takes the visitor to `address` by `go`, or by loading it where that has to be. `from` is where the visitor is, `ready`
 * resolves when Next knows its pages. */
export async function change(go, { method, address, from, ready }) {
  const mine = ++latest;
  const within = bare(address) === bare(from);
  if (hasFailed()) return leave(address, method);
  if (!within && isOutdated()) {
    session.setItem("build", newerBuild());
    return leave(address, method);
  }
  try {
    if (!within) {
      underway = address;
      await ready(); // whoever waits for it is overtaken by who comes later
      if (mine !== latest) return false;
    }
    return await go();
  } catch (error) {
    return unlessCancelled(error) && mine === latest ? leave(address, method) : false;
  } finally {
    setTimeout(() => {
      if (mine === latest) underway = null;
    }); // React tells of what has failed a little later
  }
}

/** Reports an error, and says so, unless it is a navigation's that was cut off. */
export function unlessCancelled(error) {
  if (!error.cancelled) report(error, "navigation", true);
  return !error.cancelled;
}

// Once for each build: where a service worker still answers with the old one, it will bring the new one in its time.
const isOutdated = () => newerBuild() && session.getItem("build") !== newerBuild();

const bare = (address) => new URL(address, location).href.split("#")[0];

function failed(error, address) {
  if (error.cancelled) return;
  if (isCutOff()) leave(address);
  else recover(address, error);
  throw Object.assign(error, { cancelled: true }); // or Next would load the address by itself, however often
}

function unloaded({ target: { src } }) {
  if (src?.includes(CODE)) recover(location.href, new Error(`Failed to load ${src}`));
}

// A proxy's or a hotel's page in place of the code: Next would wait for some seconds before it gives up.
function answeredWithHtml({ error, filename }) {
  if (error?.name === "SyntaxError" && filename?.includes(CODE)) recover(underway || location.href, error);
}

const isCutOff = () => {
  try {
    return !isOnline() && Boolean(navigator.serviceWorker?.controller);
  } catch {
    return false;
  }
};

/** Loads `address`, as the page cannot go on without; the second time within ten seconds the error page takes its place. */
export function recover(address, error) {
  if (leaving) return;
  const mark = `load:${new URL(address, location).pathname}`;
  const wasLoaded = Date.now() - session.getItem(mark) < WINDOW;
  const isElsewhere = bare(address) !== bare(location.href);
  // Without a mark that outlives the document, this address would be loaded without an end.
  if (!wasLoaded && (session.setItem(mark, Date.now()) || isElsewhere)) {
    leave(address);
    return;
  }
  report(error, "chunk");
  fail(error);
}

// On the way back and forward the address is there already, and to set it again would load nothing.
function leave(address, method = "pushState") {
  const { href, hash } = new URL(address, location);
  const isHere = bare(href) === bare(location.href);
  depart((leaving = !isHere || hash === location.hash));
  if (isHere && leaving) location.reload();
  else location[method === "pushState" ? "assign" : "replace"](href);
  return new Promise(() => {}); // as Next does when it leaves the page
}
