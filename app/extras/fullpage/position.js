// Positions among the sections of a page, in the URL and in the window.
import { entries } from "$/app/browser/history.js";

/** @typedef {{ section: HTMLElement, slide: HTMLElement | null }} Position a section and one of its slides, if any */

/** @param {Element} root */
export const sectionsOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".section")]);
/** @param {Element} section */
export const slidesOf = (section) => /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".slide")]);

/**
 * @param {Element} element
 * @returns {Position}
 */
export const positionOf = (element) => ({
  section: /** @type {HTMLElement} */ (element.closest(".section")),
  slide: element.closest(".slide"),
});

/**
 * The element that the hash, or the beginning of a picture's hash such as `#work/2/large`, names.
 *
 * @returns {HTMLElement | null}
 */
function hashElement() {
  let path = decodeURIComponent(location.hash.slice(1));
  for (;;) {
    const found = document.getElementById(path);
    if (found || !path.includes("/")) return found;
    path = path.slice(0, path.lastIndexOf("/"));
  }
}

/**
 * The position that the hash names; the first section without a hash.
 *
 * @param {Element} root
 * @returns {Position | null}
 */
export function hashPosition(root) {
  if (!location.hash) return { section: sectionsOf(root)[0], slide: null };
  const element = hashElement();
  const section = /** @type {HTMLElement} */ (
    element && (element.closest(".section") || element.querySelector(".section"))
  );
  return root.contains(section) ? { section, slide: /** @type {Element} */ (element).closest(".slide") } : null;
}

/**
 * The position in the middle of the window.
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
 * The middle of the window, as a share of the section's height.
 *
 * @param {Position} position
 */
export function depthOf({ section }) {
  const { top, height } = section.getBoundingClientRect();
  return (innerHeight / 2 - top) / height;
}

/**
 * Scrolls natively to a position, or a depth of its section.
 *
 * @param {Position} position
 * @param {number} [depth]
 */
export function scrollTo({ section, slide }, depth) {
  section.scrollIntoView();
  if (depth !== undefined) scrollBy(0, depth * section.offsetHeight - innerHeight / 2);
  if (slide) showSlide(slide);
}

/**
 * Scrolls only the slide's scroller.
 *
 * @param {Element} slide
 */
export const showSlide = (slide) => {
  const scroller = /** @type {Element} */ (slide.parentElement);
  scroller.scrollLeft += slide.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
};

/**
 * The position, or the last named section at the page's end.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };

/**
 * Writes the position into the hash, except at the start of a page and over an open picture. Next's state must stay in
 * the history entry, or Back and Forward show the wrong page.
 *
 * @param {Element} root
 * @param {Position} position
 */
export function record(root, { section, slide }) {
  const { id } = slide || section;
  if (location.hash === `#${id}`) return;
  if (location.hash.endsWith("/large")) return;
  if (!location.hash && section === sectionsOf(root)[0]) return;
  const { state } = entries;
  /** @param {string} url */
  const withHash = (url) => `${url.split("#")[0]}#${id}`;
  entries.replace(state && { ...state, url: withHash(state.url), as: withHash(state.as) }, `#${id}`);
}

/** Removes a hash on which decodeURIComponent would throw, here and in fullpage.js. */
export function dropBrokenHash() {
  try {
    decodeURIComponent(location.hash);
  } catch {
    entries.replace(entries.state, location.pathname + location.search);
  }
}
