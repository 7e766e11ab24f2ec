// Native scrolling of a page of sections.
import { showSlide, visiblePosition } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/**
 * Returns the position of the viewport's centre in the section: 0 at the top, 1 at the bottom.
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
 * Scrolls to the position in the hash if the browser has not. No browser finds a picture's hash or restores a position
 * that fullpage.js has set. WebKit does not scroll to a slide.
 *
 * @param {Position} position
 */
export function showHash(position) {
  const { slide } = position;
  if (!scrollY || location.hash.endsWith("/large")) show(position);
  else if (slide && !slide.parentElement?.scrollLeft) showSlide(slide);
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
    /** Whether the window's width has changed. Until `restore`, the browser scrolls, not the visitor. */
    isResized: () => innerWidth !== width,
    restore() {
      if (position.slide) showSlide(position.slide);
      const { offsetTop, offsetHeight } = position.section;
      scrollTo(0, offsetTop + depth * offsetHeight - innerHeight / 2);
      width = innerWidth;
    },
    /**
     * Scrolls to a position that the visitor has reached otherwise.
     *
     * @param {Position} reached
     */
    resume(reached) {
      position = reached;
      show(position);
      depth = depthOf(position);
      width = innerWidth;
    },
  };
}
