// What becomes of an error: the page gives way to the error page, and Sentry is told, which is fetched for it. The
// first module of the site that runs.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "./crawlers.js";
import { isNoise } from "./noise.js";

const MOST = 30; // reports that are held

/** What components may ask: whether the page is hydrated, and whether React had to recover on the way. */
export const hydration = { done: false, recovered: false };

const held = [];
let send = hold;
let configured = false; // the settings are being fetched, or have been
let failure = null;
let cause;
let show;

/** Tells Sentry of an error; `type` is where it came from, `handled` whether the page goes on. */
export function report(error, type, handled = false) {
  if (!isCrawler) send(error, { type, handled });
}

function hold(...told) {
  if (held.length < MOST) held.push(told);
  configure();
}

/** Fetches the settings that the browser may know, and what they ask for, when the page has nothing else to do. */
export function configure() {
  if (configured || isCrawler) return;
  configured = true;
  afterLoad(() =>
    import(/* webpackChunkName: "configure" */ "./configure.js")
      .then((module) => module.start(connect))
      .catch((error) => {
        configured = false; // the next error tries again
        console.warn("Failed to fetch the public settings:", error);
      }));
}

function connect(sender) {
  send = sender;
  for (const told of held.splice(0)) send(...told);
}

function afterLoad(task) {
  const whenIdle = () => (window.requestIdleCallback || setTimeout)(task);
  if (document.readyState === "complete") whenIdle();
  else addEventListener("load", whenIdle);
}

/** What the error page says of an error. */
export const describe = (error) => ({ status: error?.statusCode, message: error?.message });

/** What it says, once it has the page's place. */
export const shown = () => !isCrawler && failure;

/** Puts the error page in the page's place, once and for all; a crawler keeps the page. */
export function fail(error) {
  if (failure) return;
  failure = describe(error);
  cause = error;
  if (isCrawler) return;
  if (show) show(failure);
  else if (document.readyState === "complete") showAlone();
  else addEventListener("load", showAlone); // the page may still come to life, and show it then
}

// The app never came to life.
function showAlone() {
  if (show) return;
  mountFailed(cause);
  createRoot(document.getElementById("__next")).render(createElement(ErrorView, failure));
}

export const hasFailed = () => Boolean(failure);

/** The root view is there, and says how it is switched to the error page. */
export function mounted(switchTo) {
  performance.mark("hydrated");
  show = switchTo;
  if (shown()) show(failure);
  else setTimeout(hydrated); // React tells later of what has failed on the way
}

function hydrated() {
  if (failure) return;
  hydration.done = true;
  performance.measure("hydration", "hydration-start", "hydrated");
}

/** Logs an error that came before the app was there. */
export function mountFailed(error) {
  if (!hydration.done) console.error("Error while mounting app:", error);
}

// React has put right what did not fit, such as HTML that is not what the page's code makes.
function recovered({ detail }) {
  if (failure) return;
  hydration.recovered ||= !hydration.done;
  console.error("Recovered:", detail);
  report(detail, "hydration", true);
}

function unhandled(error, type, source) {
  if (isNoise(error, source)) return;
  report(error, type);
  fail(error);
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  performance.mark("hydration-start");
  addEventListener("app:recovered", recovered);
  addEventListener("error", ({ error, filename }) => unhandled(error, "onerror", filename));
  addEventListener("unhandledrejection", ({ reason }) => unhandled(reason, "onunhandledrejection"));
}
