// Logs why the application cannot start. Stores the error until the application starts in this tab and reports it.
import { handover } from "./handover.js";

export const FAILED_START = "failed-start"; // the key in session storage

/** @param {unknown} error */
export function logFailedStart(error) {
  console.error("Error while mounting app:", error);
  try {
    globalThis.sessionStorage.setItem(FAILED_START, String(error));
  } catch {
    handover.failures.push(["application", error]); // without storage, only this document can report the error
  }
}
