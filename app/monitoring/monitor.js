// What becomes of an error: the application's own are reported, and the error page takes the page's place. The first
// module of the site that runs.
import { createElement } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { session } from "$/app/browser/storage.js";
import { timing } from "$/app/browser/timing.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { isOfThePage, scriptOf } from "./ours.js";
import { attach, container, isRetained, needsApplication, retain } from "./retained.js";

const RECOVERED = "recovered";

/**
 * @typedef {{ status?: number, message?: string }} Failure what the error page says
 * @typedef {{ statusCode?: number, message?: string } | null | undefined} Thrown what is read of an error, if it has it
 */

/** For components: whether the page is hydrated, and whether React had to recover on the way. */
export const hydration = { done: false, recovered: false };

let isMounted = false; // whether React has hydrated or rendered the page
/** @type {((done: () => void) => void) | undefined} */
let redraw; // replaces a document that React could not hydrate
/** @type {Failure | null} */
let failure = null;
/** @type {unknown} */
let cause;
/** @type {((failure: Failure) => void) | undefined} */
let show; // switches the root view to the error page
/** @type {import("react").ComponentType<Failure>} */
let view; // the error page
let alone = false; // whether the error page is shown without the app
let departing = false; // whether another document is being loaded

/**
 * Sets the component that is the error page; it is given what `describe` returns.
 *
 * @param {import("react").ComponentType<Failure>} component
 */
export const showErrorsWith = (component) => {
  view = component;
};

/**
 * What the error page says of an error.
 *
 * @param {Thrown} error
 * @returns {Failure}
 */
export const describe = (error) => ({ status: error?.statusCode, message: error?.message });

/** What the error page says, once it has taken the page's place; else false or null. */
export const shown = () => !isCrawler && failure;

/**
 * Puts the error page in the page's place, for good; a crawler keeps the page.
 *
 * @param {unknown} error
 */
export function fail(error) {
  if (failure || isRetained()) return;
  failure = describe(/** @type {Thrown} */ (error));
  cause = error;
  if (isCrawler) return;
  if (show) show(failure);
  else setTimeout(showAlone);
}

// The app is not hydrated, or React has given it up: the error page replaces what is left of it.
function showAlone() {
  if (show || alone || departing) return;
  alone = true;
  mountFailed(cause);
  const place = container();
  const instead = /** @type {Element} */ (place.cloneNode());
  place.before(instead);
  flushSync(() => createRoot(instead).render(createElement(view, failure)));
  place.remove();
}

/**
 * Says whether another document is being loaded, which shows more than an error page would.
 *
 * @param {boolean} isDeparting
 */
export function depart(isDeparting) {
  departing = isDeparting;
}

/** Whether there was an error that the error page is for. */
export const hasFailed = () => Boolean(failure);

/**
 * Whether React may render the page where it cannot hydrate it. A document that works by itself is left to the visitor,
 * who may have typed, opened or selected something.
 */
export const mayDraw = () =>
  process.env.NODE_ENV !== "production" || isMounted || Boolean(failure) || needsApplication();

/**
 * Takes note that React could not hydrate the document, and has rendered nothing.
 *
 * @param {(done: () => void) => void} draw replaces the document by a page that React renders
 */
export function leftOut(draw) {
  redraw = draw;
}

/**
 * The root view is mounted.
 *
 * @param {(failure: Failure) => void} switchTo switches it to the error page
 */
export function mounted(switchTo) {
  timing.mark("hydrated");
  isMounted = true;
  show = switchTo;
  if (shown()) switchTo(/** @type {Failure} */ (failure));
  else setTimeout(hydrated); // React reports a little later what has failed on the way
}

/** The root view is unmounted: React has given up. */
export function unmounted() {
  show = undefined;
  if (shown()) setTimeout(showAlone); // not while React is at work
}

function hydrated() {
  if (failure) return;
  hydration.done = true;
  timing.measure("hydration", "hydration-start", "hydrated");
}

/**
 * Logs an error, if the app is not hydrated yet.
 *
 * @param {unknown} error
 */
export function mountFailed(error) {
  if (!hydration.done) console.error("Error while mounting app:", error);
}

/**
 * Handles an error that kept React from hydrating the document, or from which it has recovered.
 *
 * @param {CustomEvent<{ error: unknown, isThrown: boolean }>} event `isThrown` where a component has thrown the error;
 *   else React has found other elements or texts than it expected
 */
function recovered({ detail: { error, isThrown } }) {
  if (failure) return;
  const draw = redraw;
  redraw = undefined;
  if (draw && isThrown && !isCrawler && !document.forms.length) {
    attach();
    draw(() => setTimeout(() => failure || logRecovered(error))); // what fails again is caught a little later
  } else if (draw || isRetained()) {
    if (isThrown) mountFailed(error);
    retain();
    reportOnce("application", error, claimReport());
  } else logRecovered(error);
}

/** @param {unknown} error */
function logRecovered(error) {
  hydration.recovered ||= !hydration.done;
  console.error("Recovered:", error);
  if (claimReport()) report(error, "hydration", true);
}

/** Claims the one report of a visit: what changes a document changes every one. True for the first caller. */
function claimReport() {
  const isFirst = !session.getItem(RECOVERED);
  session.setItem(RECOVERED, "yes");
  return isFirst;
}

/** @param {Event & { error?: unknown, reason?: unknown }} event of an error, or of a promise that was rejected */
function unhandled(event) {
  const error = event.error || event.reason;
  const script = scriptOf(error);
  if (!script) return;
  if (isOfThePage(script)) {
    report(error, `on${event.type}`);
    fail(error);
  } else {
    event.preventDefault(); // reported as an extra's failure instead
    reportOnce("extras", error);
  }
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  timing.mark("hydration-start");
  addEventListener("app:recovered", recovered);
  addEventListener("error", unhandled);
  addEventListener("unhandledrejection", unhandled);
}
