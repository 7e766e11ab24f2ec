// Checks for a newer build when a prefetched script is missing. If the server has a newer build, navigation.js loads
// the next page as a document.
import { extra } from "$/app/guard/extra.js";
import { handover } from "$/app/start/handover.js";

const LATEST = "/builds/latest.json";
const INTERVAL_MS = 60_000; // minimum time between two checks
const GONE = 404;

const builds = extra("builds");
let nextCheck = 0;

/** Checks for a newer build after `chunk:error` events with status 404. */
export const watchChunks = () =>
  builds.run(() => {
    builds.listen(window, "chunk:error", ({ detail }) => (detail.status === GONE ? check() : undefined));
    if (process.env.NODE_ENV !== "production") return check(); // `next dev` has no start script that checks
  });

async function check() {
  if (Date.now() < nextCheck) return;
  nextCheck = Date.now() + INTERVAL_MS;
  const response = await fetch(LATEST, { cache: "no-store" }).catch(() => null); // network errors are ignored
  if (!response?.ok) return;
  handover.latest = (await response.json().catch(() => null)) || {};
  dispatchEvent(new Event("build:latest"));
}
