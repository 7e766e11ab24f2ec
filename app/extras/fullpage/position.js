// Positions among a page's sections and slides.
import { sectionsOf } from "$/app/start/panels.js";

export { positionOf, sectionsOf, showSlide, slidesOf, visiblePosition } from "$/app/start/panels.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Returns the position if its section has an id. The footer's section has none; the section before it stands for it.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };
