// What the browser knows of the network. Where it does not say, there is one, and it costs nothing.
import { reportOnce } from "$/app/guard/report.js";

/** @type {NetworkInformation} */
const FREE = { saveData: false, effectiveType: "4g" };

/**
 * The connection as the browser describes it, or a fast one.
 *
 * @returns {NetworkInformation}
 */
export function connection() {
  try {
    return globalThis.navigator.connection || FREE;
  } catch (error) {
    reportOnce("connection", error);
    return FREE;
  }
}

/**
 * Whether there is a network, as far as the browser knows.
 *
 * @returns {boolean}
 */
export function isOnline() {
  try {
    return globalThis.navigator.onLine !== false;
  } catch (error) {
    reportOnce("connection", error);
    return true;
  }
}
