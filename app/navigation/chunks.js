// Looks for a newer build if the script of a page is missing. The next page is then loaded as a document.
import { extra } from "$/app/guard/extra.js";
import { handover } from "$/app/start/handover.js";

const LATEST = "/builds/latest.json";
const INTERVAL_MS = 60_000; // between two checks
const GONE = 404;

const builds = extra("builds");
let nextCheck = 0;

/** Looks for a newer build when a request for a script returns 404. */
export const watchChunks = () =>
  builds.run(() => {
    builds.listen(window, "chunk:error", ({ detail }) => (detail.status === GONE ? check() : undefined));
    if (process.env.NODE_ENV !== "production") return check(); // during development, no start script does this
  });

async function check() {
  if (Date.now() < nextCheck) return;
  nextCheck = Date.now() + INTERVAL_MS;
  const response = await fetch(LATEST, { cache: "no-store" }).catch(() => null); // ignores errors of the network
  if (!response?.ok) return;
  handover.latest = (await response.json().catch(() => null)) || {};
  dispatchEvent(new Event("build:latest"));
}
