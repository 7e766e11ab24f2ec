// A page's sections and slides, and positions among them.

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
 * Returns the position if its section has an id. The footer's section has none; the section before it stands for it.
 *
 * @param {Element} root
 * @param {Position} position
 * @returns {Position}
 */
export const nameable = (root, position) =>
  position.section.id ? position : { section: /** @type {HTMLElement} */ (sectionsOf(root).at(-2)), slide: null };
