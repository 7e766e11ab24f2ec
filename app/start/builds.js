// Polls the server for the latest build ID and the enabled features.
import { isRecent } from "$/app/browser/clock.js";
import { afterLoad } from "$/app/browser/idle.js";
import { refusesTracking } from "$/app/browser/tracking.js";
import { guarded } from "./guarded.js";
import { updateLatest } from "./latest.js";
import { startPolling } from "./polling.js";

const DELAY_MS = 1_000; // the delay of the first request after the `load` event
const MIN_PAUSE_MS = 3_500_000; // less than an hour, so that an hourly poll is not skipped if its timer fires early

let lastRequest = 0;

/**
 * Starts polling after the page has loaded. If the site has analytics, loads the application, which asks for consent.
 *
 * @param {() => unknown} fetchApplication
 */
export function watchBuilds(fetchApplication) {
  const check = async () => {
    if (isRecent(lastRequest, MIN_PAUSE_MS)) return;
    lastRequest = Date.now();
    const latest = await updateLatest();
    if (latest?.consent && !refusesTracking()) afterLoad(fetchApplication);
  };
  const start = guarded("builds", () => startPolling("builds", check)());
  addEventListener("load", () => setTimeout(start, DELAY_MS));
}
