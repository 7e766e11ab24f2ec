// Creates a channel for messages to other tabs. The channel does nothing if the browser lacks BroadcastChannel.
import { reportOnce } from "$/app/guard/report.js";

const DUMMY = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

/** The message that notifies other tabs of a sign-out. */
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
