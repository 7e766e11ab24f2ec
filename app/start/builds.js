// Asks the server whether there is a newer build, and whether it has settings for browsers.
import { afterLoad } from "$/app/browser/idle.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";
import { startPolling } from "./polling.js";

const LATEST = "/builds/latest.json";
const DELAY_MS = 1_000; // from the page's load until the server is first asked
const INTERVAL_MS = 3_600_000; // until it is asked again

let next = 0;

/**
 * Starts when the page is loaded. The application is told of answers by `build:latest` on `window`.
 *
 * @param {() => unknown} begin fetches the application: the law wants the question for consent asked
 */
export function watchBuilds(begin) {
  const look = async () => {
    if (Date.now() < next) return;
    next = Date.now() + INTERVAL_MS;
    const latest = await ask();
    handover.latest = latest;
    dispatchEvent(new Event("build:latest"));
    if (latest.consent && !isRefused()) afterLoad(begin);
  };
  const start = guarded("builds", () => startPolling("builds", look)());
  addEventListener("load", () => setTimeout(start, DELAY_MS));
}

// Do Not Track and Global Privacy Control are a no.
const isRefused = () => navigator.doNotTrack === "1" || navigator.globalPrivacyControl;

const ask = async () => {
  try {
    const response = await fetch(LATEST, { cache: "no-store" });
    if (!response.ok) throw new Error(`${response.status}`);
    return (await response.json()) || {};
  } catch (error) {
    console.warn("Failed to look for a newer build:", error); // the network's fault: the next attempt may succeed
    return {};
  }
};
