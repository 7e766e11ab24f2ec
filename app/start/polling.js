// What is looked for again every hour, and whenever the visitor or the network comes back.
import { guarded } from "./guarded.js";

const INTERVAL_MS = 3_600_000;

/**
 * Returns what looks now. Nothing is looked for in a hidden tab or without a network.
 *
 * @param {string} name of what is off when it fails
 * @param {() => unknown} look
 */
export function startPolling(name, look) {
  const task = guarded(name, () => document.visibilityState === "visible" && navigator.onLine !== false && look());
  setInterval(task, INTERVAL_MS);
  addEventListener("online", task);
  document.addEventListener("visibilitychange", task);
  return task;
}
