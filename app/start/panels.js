// Finds the sections and slides of a page by `offsetTop` and `scrollLeft`, which animations do not change.

/** @typedef {{ section: HTMLElement, slide: HTMLElement | null }} Position */

/** @param {Element} root */
export const sectionsOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".section")]);
/** @param {Element} section */
export const slidesOf = (section) => /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".slide")]);
/** @param {Element} slide */
export const scrollerOf = (slide) => /** @type {HTMLElement} */ (slide.closest(".slides"));

/** @param {string} key */
const startsFirefoxSearch = (key) => ["/", "'"].includes(key) && CSS.supports("-moz-appearance", "none");

/** @param {KeyboardEvent} event */
export const opensSearch = ({ key, altKey, ctrlKey, metaKey }) =>
  key === "F3" || (ctrlKey || metaKey ? /^[fg]$/i.test(key) : !altKey && startsFirefoxSearch(key));

/** @param {HTMLElement} root */
export const isLarge = ({ dataset: { full } }) => Boolean(full && globalThis.matchMedia(full)?.matches);

export const TOUCHED = "data-touched"; // set on the sections' container during a touch
export const SCROLLED = "data-scrolled"; // set on a container that has scrolled
export const SEARCHED = "data-searched"; // set on the sections' container after a browser search
export const BUTTON = "button, summary";
export const RELEASES = /** @type {const} */ (["touchend", "touchcancel"]);
export const areFontsLoaded = () => document.fonts.status !== "loading";

/** @param {HTMLElement} root */
export const isMovedFirst = (root) => root.matches("[data-moves]:not([data-flows])") && isLarge(root);

/** @type {(element: Element) => Position} */
export const positionOf = (element) => ({
  section: /** @type {HTMLElement} */ (element.closest(".section")),
  slide: element.closest(".slide"),
});

/**
 * Returns `position`, or for the footer, which has no ID, the position of the section above.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };

/**
 * Returns the section and slide in the middle of the window. At the end of the page, returns the footer's section.
 *
 * @param {Element} root
 * @returns {Position}
 */
export function visiblePosition(root) {
  const sections = sectionsOf(root);
  const footer = /** @type {HTMLElement} */ (sections.at(-1));
  if (scrollY >= endOf(footer) - 1) return { section: footer, slide: null };
  const middle = scrollY + innerHeight / 2;
  const section = sections.findLast((each) => each.offsetTop <= middle) || sections[0];
  return { section, slide: visibleSlide(slidesOf(section)) };
}

/** @param {HTMLElement[]} slides */
function visibleSlide(slides) {
  if (!slides[0]) return null;
  const { scrollLeft, clientWidth } = scrollerOf(slides[0]);
  const middle = slides[0].offsetLeft + scrollLeft + clientWidth / 2;
  return slides.find((each) => each.offsetLeft + each.offsetWidth > middle) || null;
}

/** @param {HTMLElement} slide */
export function showSlide(slide) {
  const scroller = scrollerOf(slide);
  scroller.scrollLeft = slide.offsetLeft - slidesOf(scroller)[0].offsetLeft;
}

/** @param {HTMLElement} element */
const endOf = ({ offsetTop, offsetHeight }) => offsetTop + offsetHeight - innerHeight;

/**
 * Returns a section's scroll position. The footer, which has no ID, is aligned to the bottom of the window.
 *
 * @param {HTMLElement} section
 */
export const startOf = (section) => (section.id ? section.offsetTop : endOf(section));

/** @param {Element} root */
export const sectionsFit = (root) =>
  sectionsOf(root).every((section) => !section.id || section.offsetHeight - scrollbarOf(section) <= innerHeight + 1);

/**
 * Returns the height of the scrollbar below the slides, which makes a section taller in Safari.
 *
 * @param {HTMLElement} section
 */
function scrollbarOf(section) {
  const slides = /** @type {HTMLElement | null} */ (section.querySelector(".slides"));
  return slides ? slides.offsetHeight - slides.clientHeight : 0;
}

/**
 * Makes the Tab key continue in the visible section or slide if the focus is in another one, or on the last link of
 * `navigation`.
 *
 * @param {HTMLElement} navigation
 * @param {Position} position
 * @param {KeyboardEvent} event
 */
export function continueTab(navigation, { section, slide }, { shiftKey }) {
  const focused = /** @type {Element} */ (document.activeElement);
  const from = positionOf(focused);
  const isBefore = !shiftKey && focused === [...navigation.querySelectorAll("a")].at(-1);
  const isAboveSlides = !shiftKey && focused.matches(".slides");
  if (isBefore || (from.section && from.section !== section)) section.focus({ preventScroll: true });
  else if (isAboveSlides || (from.slide && from.slide !== slide)) slide?.focus({ preventScroll: true });
}

/**
 * Marks the section's link as current, or for the footer, the link of the section above.
 *
 * @param {HTMLElement} navigation
 * @param {Element} root
 * @param {HTMLElement} section
 */
export function markSection(navigation, root, section) {
  const { id, dataset } = nameable(root, { section, slide: null }).section;
  for (const link of navigation.querySelectorAll("a")) {
    link.ariaCurrent = link.hash === `#${id}` ? "true" : null;
  }
  navigation.dataset.tone = dataset.tone;
}
