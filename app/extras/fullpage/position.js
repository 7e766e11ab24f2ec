// Where a visitor is among the sections of a page: as the URL says it, and as the window shows it.
import { entries } from "$/app/browser/history.js";

/** @typedef {{ section: HTMLElement, slide: HTMLElement | null }} Position a section and, if it has slides, one of them */

/** @param {Element} root */
export const sectionsOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".section")]);
/** @param {Element} section */
export const slidesOf = (section) => /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".slide")]);

/**
 * The place of an element within a section.
 *
 * @param {Element} element
 * @returns {Position}
 */
export const positionOf = (element) => ({
  section: /** @type {HTMLElement} */ (element.closest(".section")),
  slide: element.closest(".slide"),
});

/**
 * What the hash names; or, as in a picture's `#work/2/large`, what the beginning of its path does.
 *
 * @returns {HTMLElement | null}
 */
function named() {
  let path = decodeURIComponent(location.hash.slice(1));
  for (;;) {
    const found = document.getElementById(path);
    if (found || !path.includes("/")) return found;
    path = path.slice(0, path.lastIndexOf("/"));
  }
}

/**
 * The place that the URL names: the first section without a hash, null when the hash names something else.
 *
 * @param {Element} root
 * @returns {Position | null}
 */
export function hashPosition(root) {
  if (!location.hash) return { section: sectionsOf(root)[0], slide: null };
  const element = named();
  const section = /** @type {HTMLElement} */ (
    element && (element.closest(".section") || element.querySelector(".section"))
  );
  return root.contains(section) ? { section, slide: /** @type {Element} */ (element).closest(".slide") } : null;
}

/**
 * The place in the middle of the window, while the page scrolls natively.
 *
 * @param {Element} root
 * @returns {Position}
 */
export function visiblePosition(root) {
  const across = innerWidth / 2;
  const down = innerHeight / 2;
  const section = sectionsOf(root).findLast((each) => each.getBoundingClientRect().top <= down) || sectionsOf(root)[0];
  const slide = slidesOf(section).find((each) => each.getBoundingClientRect().right > across) || null;
  return { section, slide };
}

/**
 * How far down its section the middle of the window is, as a share of its height.
 *
 * @param {Position} place
 */
export function depthOf({ section }) {
  const { top, height } = section.getBoundingClientRect();
  return (innerHeight / 2 - top) / height;
}

/**
 * Scrolls natively to a place, or to a depth of its section.
 *
 * @param {Position} place
 * @param {number} [depth]
 */
export function scrollTo({ section, slide }, depth) {
  section.scrollIntoView();
  if (depth !== undefined) scrollBy(0, depth * section.offsetHeight - innerHeight / 2);
  if (slide) showSlide(slide);
}

/**
 * Scrolls a slide's scroller to it, and nothing else.
 *
 * @param {Element} slide
 */
export const showSlide = (slide) => {
  const scroller = /** @type {Element} */ (slide.parentElement);
  scroller.scrollLeft += slide.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
};

/**
 * The section that is named where one is in view: the last one at the page's end, which has no name.
 *
 * @param {Element} root
 * @param {Position} place
 * @returns {Position}
 */
export const nameable = (root, place) =>
  place.section.id ? place : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };

/**
 * Writes the place into the hash; the start of a page needs none, and the hash of an open picture is the gallery's.
 * Next's state must stay in the history's entry, or Back and Forward show the wrong page.
 *
 * @param {Element} root
 * @param {Position} place
 */
export function record(root, { section, slide }) {
  const { id } = slide || section;
  if (location.hash === `#${id}`) return;
  if (location.hash.endsWith("/large")) return;
  if (!location.hash && section === sectionsOf(root)[0]) return;
  const { state } = entries;
  /** @param {string} url */
  const named = (url) => `${url.split("#")[0]}#${id}`;
  entries.replace(state && { ...state, url: named(state.url), as: named(state.as) }, `#${id}`);
}

/** Removes a hash that is no valid text: decodeURIComponent throws on it, here as well as in fullpage.js. */
export function dropBrokenHash() {
  try {
    decodeURIComponent(location.hash);
  } catch {
    entries.replace(entries.state, location.pathname + location.search);
  }
}
