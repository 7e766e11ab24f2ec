// The channel on which tabs tell each other that the visitor has signed out. Where the browser has none, a tab hears
// nothing of the others.
import { reportOnce } from "$/app/guard/report.js";

const ALONE = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

/** The message: the visitor has signed out. */
export const OUT = "out";

/** @returns {Pick<BroadcastChannel, keyof typeof ALONE>} */
export function channel() {
  try {
    return new BroadcastChannel("members");
  } catch (error) {
    reportOnce("channel", error);
    return ALONE;
  }
}
