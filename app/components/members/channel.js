// Where tabs tell each other that somebody signed out. Where the browser has no such channel, each tab knows of itself.
import { tell } from "$/app/guard/report.js";

const ALONE = { postMessage() {}, addEventListener() {}, removeEventListener() {}, close() {} };

export const OUT = "out";

export function channel() {
  try {
    return new BroadcastChannel("members");
  } catch (error) {
    tell("channel", error);
    return ALONE;
  }
}
