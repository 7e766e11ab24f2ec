import { nameable, positionOf, sectionsFit } from "$/app/start/panels.js";
import { hashPosition } from "./hash.js";
import { run } from "./motion.js";

export { create } from "./motion.js";

/** @typedef {import("$/app/start/panels.js").Position} Position */

/**
 * Starts fullpage.js at a position. Returns null if a section is taller than the window.
 *
 * @param {import("./motion.js").FullPage} FullPage
 * @param {Element} root
 * @param {Position} first
 * @param {import("./motion.js").Settings} settings
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {object} handlers
 * @param {(position: Position) => unknown} handlers.mark called when the section in the URL's hash is reached
 * @param {(position: Position) => unknown} handlers.moved called when any other position is reached
 */
export function start(FullPage, root, first, settings, guard, { mark, moved }) {
  root.removeAttribute("data-flows"); // hides scrollbars while measuring
  const isRoomy = sectionsFit(root);
  root.toggleAttribute("data-flows", !isRoomy);
  if (!isRoomy) return null;
  let known = location.hash; // the hash after the last move
  /**
   * Runs after a move. If the hash changed during the move, moves to the new hash's position.
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
   * Updates the hash after a move, unless the hash already names the section or a slide of the section.
   *
   * @param {Position} position
   */
  const entered = (position) => {
    const now = hashPosition(root);
    if (now?.section !== position.section) return reached(position);
    if (!now.slide) known = location.hash;
    return mark(position);
  };
  const motion = run(FullPage, root, first, settings, {
    entered: guard(entered),
    moved: guard(reached),
  });
  root.removeAttribute("data-moves"); // removed last, so that the browser recalculates styles only once
  return {
    ...motion,
    /** @param {Element} target */
    reveal(target) {
      const position = positionOf(target);
      if (Object.values(position).every((panel) => !panel || panel.classList.contains("active"))) return;
      moved(position);
      motion.go(position);
    },
  };
}

/** @type {(named: Position, position: Position) => boolean} */
const isIn = (named, position) => named.section === position.section && [null, position.slide].includes(named.slide);
