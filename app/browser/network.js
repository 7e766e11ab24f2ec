// Reads the state of the network. If the browser does not report the state, assumes an online, fast and unmetered
// network.
import { reportOnce } from "$/app/guard/report.js";

/** @type {NetworkInformation} */
const FREE = { saveData: false, effectiveType: "4g" };

/** @returns {NetworkInformation} */
export function connection() {
  try {
    return globalThis.navigator.connection || FREE;
  } catch (error) {
    reportOnce("connection", error);
    return FREE;
  }
}

/** @returns {boolean} */
export function isOnline() {
  try {
    return globalThis.navigator.onLine !== false;
  } catch (error) {
    reportOnce("connection", error);
    return true;
  }
}
