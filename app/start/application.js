// Loads the React application at the visitor's first input, or immediately if the page needs React or a form is in use.
// Reloads the page after the first failure. After later failures, retries at the next input. If the page needs React,
// retries after ten seconds, too.
import { createElement } from "$/app/browser/elements.js";
import { FIELD, isEdited } from "$/app/browser/fields.js";
import { retryIfLeft } from "$/app/browser/leaving.js";
import { logFailedStart } from "./failed_start.js";
import { guarded } from "./guarded.js";
import { reloadOnce } from "./reload.js";

const ACTS = ["pointermove", "pointerdown", "keydown", "wheel", "scroll", "focusin"];
const LISTENER = { capture: true, passive: true };
const RETRY_MS = 2_000;
const UNATTENDED_RETRY_MS = 10_000;
const DONE = "a, button, summary, input, select, textarea"; // a click or input in these elements prevents a reload

/** @typedef {import("$/app/browser/fields.js").Field} Field */

/** @type {Set<string>} */
const loaded = new Set();

/**
 * Loads the application when needed. Returns a function that loads the application immediately.
 *
 * @param {HTMLScriptElement} script the element that lists scripts in `data-application`
 */
export function startApplication(script) {
  const files = /** @type {string} */ (script.dataset.application).split(" ");
  const main = /** @type {string} */ (files.pop());
  let isFetching = false; // true while the application loads and after it has loaded
  let nextAttempt = 0;
  const isEditedEarly = hasInput(); // visitors can use a form before this script runs
  let mayReload = !isEditedEarly; // the page reloads only after the first failure, and only if no input would be lost

  const fetchApplication = guarded("application", async () => {
    if (isFetching) return;
    isFetching = true;
    try {
      const pause = Math.min(nextAttempt - Date.now(), RETRY_MS); // RETRY_MS limits the pause if the clock is set back
      await new Promise((resolve) => setTimeout(resolve, pause));
      nextAttempt = Date.now() + RETRY_MS;
      document.head.append(createElement("link", { rel: "preload", as: "script", href: main }));
      await retryIfLeft(() => Promise.all(files.map(load)));
      await retryIfLeft(() => load(main)); // loaded last, because `main` starts the application
    } catch (error) {
      isFetching = false;
      logFailedStart(error);
      if (mayReload) await reloadOnce(() => mayReload && !loaded.has(main));
      mayReload = false;
      setTimeout(fetchIfNeeded, UNATTENDED_RETRY_MS);
    }
  });

  const fetchIfNeeded = () => {
    for (const element of document.querySelectorAll("body [data-application]")) {
      const need = /** @type {string} */ (/** @type {HTMLElement} */ (element).dataset.application);
      if (location.hash.endsWith(need)) fetchApplication();
    }
  };

  for (const type of ["input", "click"])
    addEventListener(
      type,
      ({ target }) => {
        if (/** @type {Element} */ (target).closest(DONE)) mayReload = false;
      },
      LISTENER, // on `window`, because first_acts.js stops these events at `document`
    );
  for (const act of ACTS) addEventListener(act, (event) => isByVisitor(event) && fetchApplication(), LISTENER);
  addEventListener("online", fetchIfNeeded);
  fetchIfNeeded();
  if (isEditedEarly || document.activeElement?.matches(FIELD)) fetchApplication();
  return fetchApplication;
}

const hasInput = () => [.../** @type {NodeListOf<Field>} */ (document.querySelectorAll(FIELD))].some(isEdited);

/**
 * Whether the visitor caused the event. Browsers also send `pointermove` when the page scrolls under a resting pointer.
 *
 * @param {Event & { movementX?: number, movementY?: number }} event
 */
const isByVisitor = (event) => event.type !== "pointermove" || event.movementX || event.movementY;

/** @param {string} url */
async function load(url) {
  if (loaded.has(url)) return;
  const script = createElement("script", { src: url });
  const loading = new AbortController();
  try {
    await new Promise((resolve, reject) => {
      const fail = () => reject(new Error(`Failed to load ${url}`));
      // If the response is HTML, the browser reports a syntax error before it dispatches `load`.
      addEventListener("error", ({ filename }) => filename === script.src && fail(), { signal: loading.signal });
      document.head.append(Object.assign(script, { onload: resolve, onerror: fail }));
    });
    loaded.add(url);
  } finally {
    loading.abort();
  }
}
