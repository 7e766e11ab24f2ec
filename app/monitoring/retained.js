// Detaches React from a document that a page translator or browser extension has changed, because React can no longer
// update such a document. Visitors keep their input, and links load new documents.
import { holdPage } from "$/app/start/history.js";

const USELESS_ALONE = '[data-application=""], [data-connection]';

let isFinal = false;

/** Returns the element into which React renders the page. */
export const container = () =>
  document.getElementById("__next") || document.body.appendChild(document.createElement("div"));

/** Prevents React from removing the page's elements. */
export function detach() {
  Object.defineProperties(container(), {
    removeChild: { configurable: true, value: (/** @type {Node} */ child) => child },
    textContent: { configurable: true, set() {} },
  });
}

/** Undoes `detach()` and removes the page's elements. */
export function attach() {
  const element = /** @type {Partial<Element>} */ (container());
  delete element.removeChild;
  delete element.textContent;
  element.replaceChildren?.();
}

export const needsApplication = () => Boolean(container().querySelector(USELESS_ALONE));

export const isRetained = () => isFinal;

export function retain() {
  if (isFinal) return;
  isFinal = true;
  holdPage();
  for (const button of container().querySelectorAll("button")) {
    if (button.form) continue; // does not hide buttons in forms, because they work without React
    /** @type {HTMLElement} */ (button.closest("[role=status]") || button).hidden = true;
  }
  setTimeout(() => dispatchEvent(new Event("application:out"))); // waits until React has removed its components
}
