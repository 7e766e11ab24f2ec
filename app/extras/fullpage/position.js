// Reads and sets a page's current section and slide, in the URL hash and in the scroll position.
import { entries } from "$/app/browser/history.js";

/** @typedef {{ section: HTMLElement, slide: HTMLElement | null }} Position a section and possibly one of its slides */

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
 * Returns the element that the hash names. If nothing matches `#work/2/large`, tries `work/2`, then `work`.
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
 * Returns the position that the hash names. Without a hash, returns the first section.
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
 * Returns the position of the viewport's centre in the section: 0 at the top, 1 at the bottom.
 *
 * @param {Position} position
 */
export function depthOf({ section }) {
  const { top, height } = section.getBoundingClientRect();
  return (innerHeight / 2 - top) / height;
}

/**
 * Scrolls natively to a position. `depth` comes from `depthOf`.
 *
 * @param {Position} position
 * @param {number} [depth]
 */
export function scrollTo({ section, slide }, depth) {
  section.scrollIntoView();
  if (depth !== undefined) scrollBy(0, depth * section.offsetHeight - innerHeight / 2);
  if (slide) showSlide(slide);
}

/** @param {Element} slide */
export const showSlide = (slide) => {
  const scroller = /** @type {Element} */ (slide.parentElement);
  scroller.scrollLeft += slide.getBoundingClientRect().left - scroller.getBoundingClientRect().left;
};

/**
 * Returns the position if its section has an id, otherwise the second-to-last section.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };

/**
 * Writes the position's id into the hash, except at the start of a page and while a picture is open. The history entry
 * retains Next's state; otherwise Back and Forward would show the wrong page.
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

/** Removes a hash that decodeURIComponent cannot decode. */
export function dropBrokenHash() {
  try {
    decodeURIComponent(location.hash);
  } catch {
    entries.replace(entries.state, location.pathname + location.search);
  }
}
