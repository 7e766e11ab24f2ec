// Creates the channel that announces a sign-out to other tabs. Without BroadcastChannel, the channel does
// nothing.
import { reportOnce } from "$/app/guard/report.js";

const DUMMY = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

/** The message that announces a sign-out. */
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
