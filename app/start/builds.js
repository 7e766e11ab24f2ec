// Polls the server for its build ID and the enabled features.
import { afterLoad } from "$/app/browser/idle.js";
import { fetchJson } from "$/app/browser/json.js";
import { refusesTracking } from "$/app/browser/tracking.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";
import { startPolling } from "./polling.js";

const LATEST = "/builds/latest.json";
const DELAY_MS = 1_000; // the delay of the first request after the `load` event
const INTERVAL_MS = 3_600_000;

let nextRequest = 0;

/**
 * Polls for the latest build. After each response, dispatches `build:latest` on `window`.
 *
 * @param {() => unknown} fetchApplication loads the application, which asks for consent to analytics
 */
export function watchBuilds(fetchApplication) {
  const check = async () => {
    if (Date.now() < nextRequest) return;
    nextRequest = Date.now() + INTERVAL_MS;
    const latest = await fetchLatest();
    handover.latest = latest;
    dispatchEvent(new Event("build:latest"));
    if (latest.consent && !refusesTracking()) afterLoad(fetchApplication);
  };
  const start = guarded("builds", () => startPolling("builds", check)());
  addEventListener("load", () => setTimeout(start, DELAY_MS));
}

/** Returns the contents of `/builds/latest.json`, or an empty object if the request fails. */
export const fetchLatest = async () => {
  try {
    return (await fetchJson(LATEST, { cache: "no-store" })) || {};
  } catch (error) {
    console.warn("Failed to look for a newer build:", error); // not reported, because the next request might succeed
    return {};
  }
};
