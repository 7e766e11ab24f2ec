// Logs and stores the error if the application fails to start. The next successful start in this tab reports the error.
import { handover } from "./handover.js";

export const FAILED_START = "failed-start";

/** @param {unknown} error */
export function logFailedStart(error) {
  console.error("Error while mounting app:", error);
  try {
    globalThis.sessionStorage.setItem(FAILED_START, String(error));
  } catch {
    handover.failures.push(["application", error]); // without storage, only this document can report the error
  }
}
