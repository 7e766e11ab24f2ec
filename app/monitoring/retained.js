// A document that React cannot hydrate or update, as a translator or an extension has changed it. It stays as it is,
// with what the visitor has typed, opened and selected. Its links load documents.

const AT_ONCE = '[data-application=""]'; // app/start/__init__.py

let isFinal = false;

/** The element into which React renders the page. */
export const container = () =>
  document.getElementById("__next") || document.body.appendChild(document.createElement("div"));

/** Cuts React off from the document: what it removes from its container stays. */
export function detach() {
  Object.defineProperties(container(), {
    removeChild: { configurable: true, value: (/** @type {Node} */ child) => child },
    textContent: { configurable: true, set() {} },
  });
}

/** Undoes `detach`, and empties the container for a page that React renders. */
export function attach() {
  const place = /** @type {Partial<Element>} */ (container());
  delete place.removeChild;
  delete place.textContent;
  place.replaceChildren?.();
}

/** Whether the page is of no use without the application. */
export const needsApplication = () => Boolean(container().querySelector(AT_ONCE));

/** Whether the document stays as it is until another one is loaded. */
export const isRetained = () => isFinal;

/** Leaves the document as it is until another one is loaded. */
export function retain() {
  if (isFinal) return;
  isFinal = true;
  const page = pageOf(location);
  // Next would handle Back and Forward as navigations within the document.
  addEventListener(
    "popstate",
    (event) => {
      event.stopImmediatePropagation();
      if (pageOf(location) !== page) location.reload();
    },
    { capture: true },
  );
  for (const button of container().querySelectorAll("button")) {
    if (button.form) continue; // others do nothing without the application
    /** @type {HTMLElement} */ (button.closest("[role=status]") || button).hidden = true;
  }
  setTimeout(() => dispatchEvent(new Event("application:out"))); // when React has ended the extras of its components
}

/** @param {Location} location */
const pageOf = ({ pathname, search }) => pathname + search;
