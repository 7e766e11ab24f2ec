// What the browser knows of the network. Where it does not say, it is there and costs nothing.
import { tell } from "$/app/guard/report.js";

const FREE = { saveData: false, effectiveType: "4g" };

/** The connection, where the browser describes it. */
export function connection() {
  try {
    return globalThis.navigator.connection || FREE;
  } catch (error) {
    tell("connection", error);
    return FREE;
  }
}

export function isOnline() {
  try {
    return globalThis.navigator.onLine !== false;
  } catch (error) {
    tell("connection", error);
    return true;
  }
}
