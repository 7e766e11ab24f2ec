// Polls hourly, and when the visitor or the network comes back.
import { guarded } from "./guarded.js";

const INTERVAL_MS = 3_600_000;

/**
 * Returns the function that polls now. It does nothing in a hidden tab or without a network.
 *
 * @param {string} name of the extra that a failure turns off
 * @param {() => unknown} check
 */
export function startPolling(name, check) {
  const poll = guarded(name, () => document.visibilityState === "visible" && navigator.onLine !== false && check());
  setInterval(poll, INTERVAL_MS);
  addEventListener("online", poll);
  document.addEventListener("visibilitychange", poll);
  return poll;
}
