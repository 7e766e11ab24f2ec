// Calls a function every hour, when the tab becomes visible, and when the browser is online again.
import { guarded } from "./guarded.js";

const INTERVAL_MS = 3_600_000;

/**
 * Starts polling. Returns a function that calls `check` immediately, unless the tab is hidden or offline.
 *
 * @param {string} name
 * @param {() => unknown} check
 */
export function startPolling(name, check) {
  const poll = guarded(name, () => document.visibilityState === "visible" && navigator.onLine !== false && check());
  setInterval(poll, INTERVAL_MS);
  addEventListener("online", poll);
  document.addEventListener("visibilitychange", poll);
  return poll;
}
