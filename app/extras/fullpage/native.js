// Scrolls a page of sections with the browser instead of fullpage.js.
import { SCROLLED, scrollerOf, showSlide, visiblePosition } from "$/app/start/panels.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Returns the position of the window's middle within a section, from 0 (top) to 1 (bottom).
 *
 * @param {Position} position
 */
function depthOf({ section }) {
  return (scrollY + innerHeight / 2 - section.offsetTop) / section.offsetHeight;
}

/** @param {Position} position */
function show({ section, slide }) {
  section.scrollIntoView();
  if (slide) showSlide(slide);
}

/**
 * Scrolls the page and the slides to the hash's position, because WebKit does not scroll to slides. Skips whichever of
 * the two has already been scrolled. Browsers ignore a hash that ends with `/large`, so this hash always scrolls both.
 *
 * @param {Element} root
 * @param {Position} position
 */
export function showHash(root, position) {
  const { slide } = position;
  if (location.hash.endsWith("/large") || !(scrollY || root.hasAttribute(SCROLLED))) show(position);
  else if (slide && !(scrollerOf(slide).scrollLeft || scrollerOf(slide).hasAttribute(SCROLLED))) showSlide(slide);
}

/** @param {Element} root */
export function followScrolling(root) {
  /** @type {Position} */
  let position;
  let depth = 0;
  let width = innerWidth;
  const update = () => {
    position = visiblePosition(root);
    depth = depthOf(position);
  };
  update();
  return {
    at: () => position,
    update,
    /** Whether the window's width has changed since the last call to `restore` or `resume`. */
    isResized: () => innerWidth !== width,
    restore() {
      if (position.slide) showSlide(position.slide);
      const { offsetTop, offsetHeight } = position.section;
      scrollTo(0, offsetTop + depth * offsetHeight - innerHeight / 2);
      width = innerWidth;
    },
    /** @param {Position} reached */
    resume(reached) {
      position = reached;
      show(position);
      depth = depthOf(position);
      width = innerWidth;
    },
  };
}
