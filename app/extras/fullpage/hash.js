// Reads and writes the URL's hash, the ID of the current section or slide.
import { entries } from "$/app/browser/history.js";
import { sectionsOf, slidesOf } from "$/app/start/panels.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Returns the element that the hash names. `#work/2/large` can name `work/2/large`, `work/2` or `work`.
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
 * Returns the hash's section and slide, or null for an unknown ID. Without a hash, returns the first section.
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
 * Whether the hash names the section and slide. A section's ID also names its first slide.
 *
 * @param {Element} root
 * @param {Position} position
 */
export function isNamed(root, { section, slide }) {
  const named = hashPosition(root);
  return named?.section === section && (named.slide || slidesOf(section)[0] || null) === slide;
}

/**
 * Writes the position's ID into the hash and Next's history state. Does nothing at the top of a page or while a
 * picture is open.
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

export function dropUndecodableHash() {
  try {
    decodeURIComponent(location.hash);
  } catch {
    entries.replace(entries.state, location.pathname + location.search);
  }
}
