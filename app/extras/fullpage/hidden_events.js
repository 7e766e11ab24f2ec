// Hides events from fullpage.js, which would move the sections when the visitor zooms in, pans the zoomed page or
// presses a button with Space.
import { isZoomed } from "$/app/browser/zoom.js";
import { BUTTON } from "$/app/start/panels.js";

const GESTURES = /** @type {const} */ (["wheel", "touchstart", "touchmove"]);

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {() => boolean} isRunning whether fullpage.js is running
 */
export function hideEvents({ listen }, isRunning) {
  for (const type of GESTURES) {
    listen(window, type, (event) => isRunning() && isOfZoom(event) && event.stopPropagation(), {
      capture: true,
      passive: true,
    });
  }
  listen(document.body, "keydown", (event) => {
    const { key, target } = event;
    if (isRunning() && key === " " && /** @type {Element} */ (target).closest(BUTTON)) event.stopPropagation();
  });
}

/**
 * Whether a gesture zooms the page or pans a zoomed page. A trackpad's pinch is a `wheel` event with `ctrlKey`.
 *
 * @param {{ ctrlKey: boolean, touches?: TouchList }} event
 */
const isOfZoom = ({ ctrlKey, touches }) => ctrlKey || /** @type {TouchList} */ (touches)?.length > 1 || isZoomed();
