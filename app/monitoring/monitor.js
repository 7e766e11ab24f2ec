// What becomes of an error: the page gives way to the error page where it is the application's own, and Sentry is told. The
// first module of the site that runs.
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { session } from "$/app/browser/storage.js";
import { timing } from "$/app/browser/timing.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { extra } from "$/app/guard/extra.js";
import { report, tell } from "$/app/guard/report.js";
import { isOfThePage, scriptOf } from "./ours.js";

const RECOVERED = "recovered";

/** What components may ask: whether the page is hydrated, and whether React had to recover on the way. */
export const hydration = { done: false, recovered: false };

const measuring = extra("hydration");
let failure = null;
let cause;
let show;
let view; // the component that is the error page
let alone = false; // the error page is shown without the app
let departing = false; // another document is on its way

/** Says which component is the error page; it is given what `describe` returns. */
export const showErrorsWith = (component) => {
  view = component;
};

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
  else if (document.readyState === "complete") setTimeout(showAlone);
  else addEventListener("load", showAlone); // the page may still come to life, and show it then
}

// The app never came to life, or is gone: whatever React has left has no part in it.
function showAlone() {
  if (show || alone || departing) return;
  alone = true;
  mountFailed(cause);
  const place = application();
  const instead = place.cloneNode();
  place.before(instead);
  flushSync(() => createRoot(instead).render(createElement(view, failure)));
  place.remove();
}

/** Takes the application off the page, which stays as it is: a document whose links load documents. */
export function keepDocument() {
  const place = application();
  place.replaceWith(place.cloneNode(true));
}

const application = () => document.getElementById("__next") || document.body.appendChild(document.createElement("div"));

/** Whether another document is on its way, which shows more than an error page would. */
export function depart(isDeparting) {
  departing = isDeparting;
}

export const hasFailed = () => Boolean(failure);

/** The root view is there, and says how it is switched to the error page. */
export function mounted(switchTo) {
  measuring.run(() => timing.mark("hydrated"));
  show = switchTo;
  if (shown()) show(failure);
  else setTimeout(hydrated); // React tells later of what has failed on the way
}

/** The root view is gone: React has given up. */
export function unmounted() {
  show = undefined;
  if (shown()) setTimeout(showAlone); // not while React is at work
}

function hydrated() {
  if (failure) return;
  hydration.done = true;
  measuring.run(() => timing.measure("hydration", "hydration-start", "hydrated"));
}

/** Logs an error that came before the app was there. */
export function mountFailed(error) {
  if (!hydration.done) console.error("Error while mounting app:", error);
}

// React has put right what did not fit, such as HTML that a translator has changed: told once a visit, as it does so on every
// page.
function recovered({ detail }) {
  if (failure) return;
  hydration.recovered ||= !hydration.done;
  console.error("Recovered:", detail);
  if (session.getItem(RECOVERED)) return;
  session.setItem(RECOVERED, "yes");
  report(detail, "hydration", true);
}

function unhandled(event, error, type) {
  const script = scriptOf(error);
  if (!script) return;
  if (isOfThePage(script)) {
    report(error, type);
    fail(error);
  } else {
    event.preventDefault(); // it is told instead
    tell("extras", error);
  }
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  measuring.run(() => timing.mark("hydration-start"));
  addEventListener("app:recovered", recovered);
  addEventListener("error", (event) => unhandled(event, event.error, "onerror"));
  addEventListener("unhandledrejection", (event) => unhandled(event, event.reason, "onunhandledrejection"));
}
