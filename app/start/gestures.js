// Moves between sections and slides by the wheel, keys and swipes.
//
// If fullpage.js starts during a gesture, this module still handles the rest of the gesture. Otherwise, fullpage.js
// would treat the rest as a new gesture.
import { FIELD } from "$/app/browser/fields.js";
import { isZoomed } from "$/app/browser/zoom.js";
import { BUTTON, TOUCHED } from "./panels.js";

const PAUSE_MS = 150; // after this pause, a wheel event starts a new gesture
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, PageDown: 1, " ": 1, ArrowUp: -1, PageUp: -1, End: Infinity, Home: -Infinity };
/** @type {Record<string, number>} */
const SLIDE_STEPS = { ArrowLeft: -1, ArrowRight: 1 };

/**
 * @typedef {object} Moves
 * @property {() => boolean} accepts checks whether this script handles a gesture
 * @property {(steps: number) => void} moveBy
 * @property {(steps: number) => void} moveSlideBy
 */

/** @param {Moves} moves */
export function wheel({ accepts, moveBy }) {
  let isOurTurn = false;
  let direction = 0;
  let lastTurn = -PAUSE_MS;
  /** @param {WheelEvent} event */
  return (event) => {
    const { deltaX, deltaY, ctrlKey, shiftKey, timeStamp } = event;
    if (ctrlKey || shiftKey || Math.abs(deltaX) >= Math.abs(deltaY)) return; // the wheel zooms or scrolls sideways
    const isNew = timeStamp - lastTurn > PAUSE_MS || Math.sign(deltaY) !== direction;
    lastTurn = timeStamp;
    direction = Math.sign(deltaY);
    if (!isNew && isOurTurn) event.stopImmediatePropagation();
    if (!isNew) return;
    isOurTurn = !isZoomed() && accepts();
    if (isOurTurn) moveBy(direction);
  };
}

/** @param {Moves} moves */
export function keys({ accepts, moveBy, moveSlideBy }) {
  let heldKey = "";
  /** @param {KeyboardEvent} event */
  return (event) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, repeat } = event;
    const element = /** @type {Element} */ (event.target);
    if (repeat && key === heldKey) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    heldKey = "";
    if (altKey || ctrlKey || metaKey || !(key in STEPS || key in SLIDE_STEPS)) return;
    if (element.closest(FIELD) || (key === " " && element.closest(BUTTON)) || !accepts()) return;
    event.preventDefault();
    heldKey = key;
    if (key in SLIDE_STEPS) moveSlideBy(SLIDE_STEPS[key]);
    else moveBy(key === " " && shiftKey ? -1 : STEPS[key]);
  };
}

/**
 * @param {HTMLElement} root
 * @param {Moves} moves
 */
export function swipes(root, { accepts, moveBy }) {
  const share = Number(root.dataset.touch) / 100; // the share of the window's height that a swipe must cross
  /** @type {Touch | null} */
  let finger = null; // the initial position of a touch that this script handles
  let isSwiped = false;
  return {
    /** @param {TouchEvent} event */
    touch({ touches }) {
      finger = touches.length === 1 && !isZoomed() && accepts() ? touches[0] : null;
      isSwiped = false;
      root.toggleAttribute(TOUCHED, Boolean(finger));
    },
    /** @param {TouchEvent} event */
    swipe(event) {
      if (!finger) return;
      event.stopImmediatePropagation();
      const { clientX, clientY } = event.touches[0];
      const distance = finger.clientY - clientY;
      const least = Math.max(innerHeight * share, Math.abs(finger.clientX - clientX));
      if (isSwiped || Math.abs(distance) <= least) return;
      isSwiped = true;
      moveBy(Math.sign(distance));
    },
    release: () => root.removeAttribute(TOUCHED),
  };
}
