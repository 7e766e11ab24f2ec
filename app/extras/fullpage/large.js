import { nameable, positionOf, sectionsFit } from "$/app/start/panels.js";
import { hashPosition } from "./hash.js";
import { run } from "./motion.js";

export { create } from "./motion.js";

/**
 * @typedef {import("$/app/start/panels.js").Position} Position
 * @typedef {(position: Position) => unknown} Handler
 */

/**
 * Starts fullpage.js at a position. Returns null if a section is taller than the window.
 *
 * @param {import("./motion.js").FullPage} FullPage
 * @param {Element} root
 * @param {Position} first
 * @param {import("./motion.js").Settings} settings
 * @param {import("$/app/guard/extra.js").Extra["guard"]} guard
 * @param {{ markPosition: Handler, recordPosition: Handler }} display functions of sections.js
 */
export function start(FullPage, root, first, settings, guard, { markPosition, recordPosition }) {
  root.removeAttribute("data-flows"); // hides scrollbars while measuring
  const isRoomy = sectionsFit(root);
  root.toggleAttribute("data-flows", !isRoomy);
  if (!isRoomy) return null;
  let knownHash = location.hash; // the hash after the last move

  // If the hash changed during the move, moves on to the new hash's position.
  /** @type {Handler} */
  const finishMove = (position) => {
    const wanted = hashPosition(root);
    const isChanged = location.hash !== knownHash;
    if (isChanged && wanted && !isIn(wanted, nameable(root, position))) return motion.go(wanted);
    recordPosition(position);
    knownHash = location.hash;
    return undefined;
  };

  // Updates the hash after a move, unless the hash already names the section or a slide of the section.
  /** @type {Handler} */
  const finishMoveToSection = (position) => {
    const wanted = hashPosition(root);
    if (wanted?.section !== position.section) return finishMove(position);
    if (!wanted.slide) knownHash = location.hash;
    return markPosition(position);
  };

  const motion = run(FullPage, root, first, settings, {
    onSection: guard(finishMoveToSection),
    onSlide: guard(finishMove),
  });
  root.removeAttribute("data-moves"); // removed last, so that the browser recalculates styles only once
  return {
    ...motion,
    /** @param {Element} target */
    reveal(target) {
      const position = positionOf(target);
      if (Object.values(position).every((panel) => !panel || panel.classList.contains("active"))) return;
      recordPosition(position);
      motion.go(position);
    },
  };
}

/** @type {(named: Position, position: Position) => boolean} */
const isIn = (named, position) => named.section === position.section && [null, position.slide].includes(named.slide);
