// Retains the document if a translator or an extension has changed it, because React cannot hydrate or update it. The
// visitor's input stays, and links load new documents.

const USELESS_ALONE = '[data-application=""], [data-connection]';

let isFinal = false;

/** The element into which React renders the page. */
export const container = () =>
  document.getElementById("__next") || document.body.appendChild(document.createElement("div"));

/** Makes the container ignore removals by React, so that the document stays. */
export function detach() {
  Object.defineProperties(container(), {
    removeChild: { configurable: true, value: (/** @type {Node} */ child) => child },
    textContent: { configurable: true, set() {} },
  });
}

/** Undoes `detach`, and empties the container. */
export function attach() {
  const element = /** @type {Partial<Element>} */ (container());
  delete element.removeChild;
  delete element.textContent;
  element.replaceChildren?.();
}

/** Whether the page is unusable without the application. */
export const needsApplication = () => Boolean(container().querySelector(USELESS_ALONE));

export const isRetained = () => isFinal;

export function retain() {
  if (isFinal) return;
  isFinal = true;
  const page = pageOf(location);
  // On Back and Forward, reload, because Next cannot update the retained document.
  addEventListener(
    "popstate",
    (event) => {
      event.stopImmediatePropagation();
      if (pageOf(location) !== page) location.reload();
    },
    { capture: true },
  );
  for (const button of container().querySelectorAll("button")) {
    if (button.form) continue; // without the application, buttons work only in forms
    /** @type {HTMLElement} */ (button.closest("[role=status]") || button).hidden = true;
  }
  setTimeout(() => dispatchEvent(new Event("application:out"))); // runs after React has unmounted its components
}

/** @param {Location} location */
const pageOf = ({ pathname, search }) => pathname + search;
