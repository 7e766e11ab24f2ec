import { sectionsFit } from "$/app/start/panels.js";
import { hashPosition } from "./hash.js";
import { run } from "./motion.js";
import { nameable, positionOf } from "./position.js";

/** @typedef {import("./position.js").Position} Position */

/**
 * Starts fullpage.js at a position. Returns null if a section is higher than the window.
 *
 * @param {Element} root
 * @param {Position} first
 * @param {import("./motion.js").Settings} settings
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {object} handlers
 * @param {(position: Position) => unknown} handlers.mark called in the section of the URL's hash
 * @param {(position: Position) => unknown} handlers.moved called at other positions
 */
export function start(root, first, settings, guard, { mark, moved }) {
  root.removeAttribute("data-flows"); // hides scrollbars for the measurement, because they may take up space
  const isRoomy = sectionsFit(root);
  root.toggleAttribute("data-flows", !isRoomy);
  if (!isRoomy) return null;
  root.removeAttribute("data-moves"); // stops app/start/first_moves.js at the section that is visible
  let known = location.hash; // the hash at the last reached position
  /**
   * Records a reached position. If the hash has changed during the move, moves to the new target instead.
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
   * Records an entered section. If a move to a slide may follow, only marks the section.
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
     * Changes the hash, and moves to an element that has received the focus.
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
