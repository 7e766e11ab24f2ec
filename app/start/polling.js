// Polls hourly, when the tab becomes visible, and when the network is back.
import { guarded } from "./guarded.js";

const INTERVAL_MS = 3_600_000;

/**
 * Starts polling. Returns a function that polls immediately, except in a hidden tab or offline.
 *
 * @param {string} name the feature that is off if `check` fails
 * @param {() => unknown} check
 */
export function startPolling(name, check) {
  const poll = guarded(name, () => document.visibilityState === "visible" && navigator.onLine !== false && check());
  setInterval(poll, INTERVAL_MS);
  addEventListener("online", poll);
  document.addEventListener("visibilitychange", poll);
  return poll;
}
