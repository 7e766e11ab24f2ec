// A page of sections on a large screen: whether fullpage.js can move them, and from where on.
import { run } from "./motion.js";
import { hashPosition, nameable, positionOf, sectionsOf, visiblePosition } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/**
 * Starts where the visitor is. Returns null if a section has no room in the window.
 *
 * @param {Element} root holds the sections
 * @param {string} credits the label of the library's credits
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {object} handlers
 * @param {(place: Position) => unknown} handlers.mark called for a section that the hash names already
 * @param {(place: Position) => unknown} handlers.moved called for every other section, and every slide, that is reached
 */
export function start(root, credits, guard, { mark, moved }) {
  const isRoomy = fits(root);
  root.toggleAttribute("data-flows", !isRoomy);
  if (!isRoomy) return null;
  const seen = visiblePosition(root); // the visitor may have scrolled away from what the hash names
  const named = location.hash ? hashPosition(root) : null;
  let known = location.hash; // when the visitor last arrived somewhere
  /**
   * A move to a slide may end after the hash has named another one: then that is where the visitor wants to be.
   *
   * @param {Position} place
   */
  const reached = (place) => {
    const wanted = hashPosition(root);
    if (location.hash !== known && wanted && !isIn(wanted, nameable(root, place))) return motion.go(wanted);
    moved(place);
    known = location.hash;
    return undefined;
  };
  /**
   * Where the hash names the section already, fullpage.js may still be moving to the slide that it names.
   *
   * @param {Position} place
   */
  const entered = (place) => {
    const now = hashPosition(root);
    if (now?.section !== place.section) return reached(place);
    if (!now.slide) known = location.hash;
    return mark(place);
  };
  const motion = run(root, named?.section === seen.section ? named : seen, credits, {
    entered: guard(entered),
    moved: guard(reached),
  });
  return {
    ...motion,
    /**
     * Goes to what has the focus, and says so at once: the hash may be looked at before the arrival.
     *
     * @param {Element} target
     */
    reveal(target) {
      const place = positionOf(target);
      if (Object.values(place).every((panel) => !panel || panel.classList.contains("active"))) return;
      moved(place);
      motion.go(place);
    },
  };
}

/**
 * Whether a place is the one that is named, or a slide of the section that is.
 *
 * @param {Position} named
 * @param {Position} place
 */
const isIn = (named, place) => named.section === place.section && [null, place.slide].includes(named.slide);

/**
 * Whether each section that is to fill the window has room in it, while the page scrolls natively.
 *
 * @param {Element} root
 */
const fits = (root) => sectionsOf(root).every(({ id, offsetHeight }) => !id || offsetHeight <= innerHeight + 1);
