// Positions in a page of sections. A position is a section, optionally with one of its slides.
import { sectionsOf } from "$/app/start/panels.js";

export { positionOf, sectionsOf, showSlide, slidesOf, visiblePosition } from "$/app/start/panels.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Returns `position` itself. For the footer, which has no ID, returns the section above.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };
