// Where a visitor is among the sections of a page: as the URL says it, and as the window shows it.
import { entries } from "$/app/browser/history.js";

/** @typedef {{ section: HTMLElement, slide: HTMLElement | null }} Place a section and, if it has slides, one of them */

/** @param {Element} root */
const sectionsOf = (root) => /** @type {HTMLElement[]} */ ([...root.querySelectorAll(".section")]);
/** @param {Element} section */
const slidesOf = (section) => /** @type {HTMLElement[]} */ ([...section.querySelectorAll(".slide")]);

/**
 * The place of an element within a section.
 *
 * @param {Element} element
 * @returns {Place}
 */
export const placeOf = (element) => ({
  section: /** @type {HTMLElement} */ (element.closest(".section")),
  slide: element.closest(".slide"),
});

/**
 * A place in fullpage.js's terms: the section's number from 1, the slide's from 0.
 *
 * @param {Element} root
 * @param {Place} place
 * @returns {[section: number, slide: number | undefined]}
 */
export const position = (root, { section, slide }) => [
  sectionsOf(root).indexOf(section) + 1,
  slide ? slidesOf(section).indexOf(slide) : undefined,
];

/**
 * The place that the URL names: the first section without a hash, null when the hash names something else.
 *
 * @param {Element} root
 * @returns {Place | null}
 */
export function namedPlace(root) {
  if (!location.hash) return { section: sectionsOf(root)[0], slide: null };
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const section = /** @type {HTMLElement} */ (named && (named.closest(".section") || named.querySelector(".section")));
  return root.contains(section) ? { section, slide: /** @type {Element} */ (named).closest(".slide") } : null;
}

/**
 * The place in the middle of the window, while the page scrolls natively.
 *
 * @param {Element} root
 * @returns {Place}
 */
export function visiblePlace(root) {
  const across = innerWidth / 2;
  const down = innerHeight / 2;
  const section = sectionsOf(root).findLast((each) => each.getBoundingClientRect().top <= down) || sectionsOf(root)[0];
  const slide = slidesOf(section).find((each) => each.getBoundingClientRect().right > across) || null;
  return { section, slide };
}

/**
 * Writes the place into the hash; the start of a page needs none. Next's state must stay in the history's entry, or
 * Back and Forward show the wrong page.
 *
 * @param {Element} root
 * @param {Place} place
 */
export function record(root, { section, slide }) {
  const { id } = slide || section;
  if (!id || location.hash === `#${id}` || (!location.hash && section === sectionsOf(root)[0])) return;
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
