// Positions in a page of sections: a section, and a slide in it.
import { sectionsOf } from "$/app/start/panels.js";

export { positionOf, sectionsOf, showSlide, slidesOf, visiblePosition } from "$/app/start/panels.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Returns a position that has an id. The footer has none, so the section before it is returned instead.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };
