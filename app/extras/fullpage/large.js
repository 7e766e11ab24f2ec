import { sectionsFit } from "$/app/start/panels.js";
import { hashPosition } from "./hash.js";
import { run } from "./motion.js";
import { nameable, positionOf } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/**
 * Starts fullpage.js at a position. Returns null if a section does not fit into the viewport.
 *
 * @param {Element} root
 * @param {Position} first
 * @param {import("./motion.js").Settings} settings
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {object} handlers
 * @param {(position: Position) => unknown} handlers.mark called on arrival at the section in the URL's hash
 * @param {(position: Position) => unknown} handlers.moved called on arrival at any other section
 */
export function start(root, first, settings, guard, { mark, moved }) {
  root.removeAttribute("data-flows"); // hides scrollbars, which take up space in some browsers
  const isRoomy = sectionsFit(root);
  root.toggleAttribute("data-flows", !isRoomy);
  if (!isRoomy) return null;
  root.removeAttribute("data-moves"); // ends app/start/first_moves.js, in the section that it shows
  let known = location.hash; // the hash at the last arrival
  /**
   * Records an arrival. If the hash changed during the move, moves to the new hash's position.
   *
   * @param {Position} position
   */
  const reached = (position) => {
    const wanted = hashPosition(root);
    if (location.hash !== known && wanted && !isIn(wanted, nameable(root, position))) return motion.go(wanted);
    moved(position);
    known = location.hash;
    return undefined;
  };
  /**
   * Marks the section that the hash names, because fullpage.js might still be moving to a slide. Records any other
   * section.
   *
   * @param {Position} position
   */
  const entered = (position) => {
    const now = hashPosition(root);
    if (now?.section !== position.section) return reached(position);
    if (!now.slide) known = location.hash;
    return mark(position);
  };
  const motion = run(root, first, settings, {
    entered: guard(entered),
    moved: guard(reached),
  });
  return {
    ...motion,
    /**
     * Updates the hash, then moves to a focused element.
     *
     * @param {Element} target
     */
    reveal(target) {
      const position = positionOf(target);
      if (Object.values(position).every((panel) => !panel || panel.classList.contains("active"))) return;
      moved(position);
      motion.go(position);
    },
  };
}

/**
 * @param {Position} named
 * @param {Position} position
 */
const isIn = (named, position) => named.section === position.section && [null, position.slide].includes(named.slide);
