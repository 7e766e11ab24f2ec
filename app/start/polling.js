// Polls hourly, and when the visitor or the network comes back.
import { guarded } from "./guarded.js";

const INTERVAL_MS = 3_600_000;

/**
 * Returns a function that polls now, except in a hidden tab or without a network.
 *
 * @param {string} name the feature that a failure turns off
 * @param {() => unknown} check
 */
export function startPolling(name, check) {
  const poll = guarded(name, () => document.visibilityState === "visible" && navigator.onLine !== false && check());
  setInterval(poll, INTERVAL_MS);
  addEventListener("online", poll);
  document.addEventListener("visibilitychange", poll);
  return poll;
}
