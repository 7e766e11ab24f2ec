// The channel by which tabs notify each other that the visitor has signed out; a dummy where the browser has none.
import { reportOnce } from "$/app/guard/report.js";

const DUMMY = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

/** The message that the visitor has signed out. */
export const OUT = "out";

/** @returns {Pick<BroadcastChannel, keyof typeof DUMMY>} */
export function channel() {
  try {
    return new BroadcastChannel("members");
  } catch (error) {
    reportOnce("channel", error);
    return DUMMY;
  }
}
