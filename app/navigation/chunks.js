// Checks for a newer build when a prefetched script is gone, not only every hour (app/start/builds.js). Then
// navigation.js loads the new build with the next page.
import { extra } from "$/app/guard/extra.js";
import { handover } from "$/app/start/handover.js";

const LATEST = "/builds/latest.json";
const INTERVAL_MS = 60_000; // minimum time between two checks
const GONE = 404;

const builds = extra("builds");
let nextCheck = 0;

/** Listens for `chunk:error` events on `window`. */
export const watchChunks = () =>
  builds.run(() => {
    builds.listen(window, "chunk:error", ({ detail }) => (detail.status === GONE ? check() : undefined));
    if (process.env.NODE_ENV !== "production") return check(); // under `next dev`, no start script checks for builds
  });

async function check() {
  if (Date.now() < nextCheck) return;
  nextCheck = Date.now() + INTERVAL_MS;
  const response = await fetch(LATEST, { cache: "no-store" }).catch(() => null); // network errors are not reported
  if (!response?.ok) return;
  handover.latest = (await response.json().catch(() => null)) || {};
  dispatchEvent(new Event("build:latest"));
}
