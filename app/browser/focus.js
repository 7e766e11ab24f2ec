// Moves the focus out of elements that will disappear. Otherwise, the Tab key could continue at the page's top.

/** @type {WeakMap<Element, HTMLElement>} */
const origins = new WeakMap(); // where the focus was before it moved into each box

/**
 * Handles a box's `focus` events: stores where the focus was.
 *
 * @param {import("react").FocusEvent<Element>} event
 */
export function rememberFocus({ currentTarget, relatedTarget }) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) {
    origins.set(currentTarget, /** @type {HTMLElement} */ (relatedTarget));
  }
}

/**
 * Moves the focus from a box to the element that had the focus before. If that element is out of view, focuses the
 * page's content.
 *
 * @param {Element | null} box
 */
export function returnFocus(box) {
  if (!box?.contains(document.activeElement)) return;
  const origin = origins.get(box);
  origins.delete(box); // a later notice in this box must not use this element
  if (origin && isInView(origin)) origin.focus({ preventScroll: true });
  else focusContent();
}

/** @param {HTMLElement} element */
function isInView(element) {
  const { top, right, bottom, left } = element.getBoundingClientRect();
  return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
}

export function focusContent() {
  const content = document.getElementById("content");
  if (content) focusElement(content);
}

/** @param {HTMLElement} element */
export function focusElement(element) {
  if (element.tabIndex < 0 && !element.hasAttribute("tabindex")) {
    element.tabIndex = -1;
    element.style.outline = "none";
    element.addEventListener("blur", () => element.removeAttribute("tabindex"), { once: true });
  }
  element.focus({ preventScroll: true });
}
