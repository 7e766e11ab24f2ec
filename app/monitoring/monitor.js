// Reports errors and shows the error page. Runs before all other modules of the site.
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
 * @typedef {{ status?: number, message?: string }} Failure the contents of the error page
 * @typedef {{ statusCode?: number, message?: string } | null | undefined} Thrown
 */

let isHydrated = false; // whether hydration has finished without an error page
let isMounted = false; // whether React has hydrated or rendered the page
/** @type {((done: () => void) => void) | undefined} */
let redraw;
/** @type {Failure | null} */
let failure = null;
/** @type {unknown} */
let cause;
/** @type {((failure: Failure) => void) | undefined} */
let show;
/** @type {import("react").ComponentType<Failure>} */
let view; // the component of the error page
let isAlone = false; // whether `showAlone` has shown the error page
let departing = false; // whether another document is loading

/** @param {import("react").ComponentType<Failure>} component */
export const showErrorsWith = (component) => {
  view = component;
};

/**
 * @param {Thrown} error
 * @returns {Failure}
 */
export const describe = (error) => ({ status: error?.statusCode, message: error?.message });

export const shown = () => !isCrawler && failure;

/**
 * Replaces the page with the error page, except for crawlers.
 *
 * @param {unknown} error
 */
export function showErrorPage(error) {
  if (failure || isRetained()) return;
  failure = describe(/** @type {Thrown} */ (error));
  cause = error;
  if (isCrawler) console.error("The error page is not shown to crawlers:", error);
  else if (show) show(failure);
  else setTimeout(showAlone);
}

// Shows the error page in a separate React root, because the application has not started or has stopped.
function showAlone() {
  if (show || isAlone || departing) return;
  isAlone = true;
  mountFailed(cause);
  const old = container();
  const replacement = /** @type {Element} */ (old.cloneNode());
  old.before(replacement);
  flushSync(() => createRoot(replacement).render(createElement(view, failure)));
  old.remove();
}

/** @param {boolean} isDeparting whether another document is loading; if so, the error page must not appear */
export function setDeparting(isDeparting) {
  departing = isDeparting;
}

export const hasPageFailed = () => Boolean(failure);

/** Whether React may render the page after a failed hydration, although rendering discards the visitor's input. */
export const mayDraw = () =>
  process.env.NODE_ENV !== "production" || isMounted || Boolean(failure) || needsApplication();

/** @param {(done: () => void) => void} draw renders the document if React could not hydrate it */
export function setRedraw(draw) {
  redraw = draw;
}

/** @param {(failure: Failure) => void} switchTo makes the application show the error page */
export function mounted(switchTo) {
  timing.mark("hydrated");
  isMounted = true;
  show = switchTo;
  if (shown()) switchTo(/** @type {Failure} */ (failure));
  else setTimeout(hydrated); // waits, because React might still report hydration errors
}

/** Shows the error page in a separate React root if an error has made React unmount the application. */
export function unmounted() {
  show = undefined;
  if (shown()) setTimeout(showAlone); // runs after React has finished rendering
}

function hydrated() {
  if (failure) return;
  isHydrated = true;
  timing.measure("hydration", "hydration-start", "hydrated");
}

/** @param {unknown} error logged if the page is not hydrated yet */
export function mountFailed(error) {
  if (!isHydrated) console.error("Error while mounting app:", error);
}

/**
 * Handles an error that prevents hydration, or from which React has recovered.
 *
 * @param {CustomEvent<{ error: unknown, isThrown: boolean }>} event `isThrown` is true if a component threw the error
 */
function recovered({ detail: { error, isThrown } }) {
  if (failure) return;
  const draw = redraw;
  redraw = undefined;
  if (draw && isThrown && !isCrawler && !document.forms.length) {
    attach();
    draw(() => setTimeout(() => failure || logRecovered(error))); // waits, because React might report more errors
  } else if (draw || isRetained()) {
    if (isThrown) mountFailed(error);
    retain();
    reportOnce("application", error, claimFirstReport());
  } else logRecovered(error);
}

/** @param {unknown} error */
function logRecovered(error) {
  console.error("Recovered:", error);
  if (claimFirstReport()) report(error, "hydration", true);
}

/** Returns true only for the first call in a tab, so that each tab reports only one error. */
function claimFirstReport() {
  const isFirst = !session.getItem(RECOVERED);
  session.setItem(RECOVERED, "yes");
  return isFirst;
}

/**
 * Handles an error that prevents Next from starting. The document stays visible.
 *
 * @param {CustomEvent<{ error: unknown }>} event
 */
function failedToStart({ detail: { error } }) {
  mountFailed(error);
  report(error, "start", true);
}

/** @param {Event & { error?: unknown, reason?: unknown }} event of type `error` or `unhandledrejection` */
function unhandled(event) {
  const error = event.error || event.reason;
  const script = scriptOf(error);
  if (!script) return;
  if (isOfThePage(script)) {
    report(error, `on${event.type}`);
    showErrorPage(error);
  } else {
    event.preventDefault(); // prevents the browser from logging the error again
    reportOnce("extras", error);
  }
}

if (typeof window !== "undefined" && process.env.NODE_ENV === "production") {
  timing.mark("hydration-start");
  addEventListener("app:recovered", recovered);
  addEventListener("app:failed", failedToStart);
  addEventListener("error", unhandled);
  addEventListener("unhandledrejection", unhandled);
}
