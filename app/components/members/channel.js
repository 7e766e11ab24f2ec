// Notifies other tabs that the visitor has signed out, if the browser has BroadcastChannel.
import { tell } from "$/app/guard/report.js";

const NO_CHANNEL = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

export const OUT = "out";

/** @returns {Pick<BroadcastChannel, keyof typeof NO_CHANNEL>} */
export function channel() {
  try {
    return new BroadcastChannel("members");
  } catch (error) {
    tell("channel", error);
    return NO_CHANNEL;
  }
}
