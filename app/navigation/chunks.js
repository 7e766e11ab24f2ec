// Checks for a newer build if a page's script is missing. If a newer build exists, the next click loads a complete
// document.
import { extra } from "$/app/guard/extra.js";
import { updateLatest } from "$/app/start/latest.js";

const INTERVAL_MS = 60_000; // the minimum time between two checks
const GONE = 404;

const builds = extra("builds");
let nextCheck = 0;

/** Checks for a newer build when a request for a script returns 404. */
export const watchChunks = () =>
  builds.run(() => {
    builds.listen(window, "chunk:error", ({ detail }) => (detail.status === GONE ? check() : undefined));
    if (process.env.NODE_ENV !== "production") return check(); // under `next dev`, no other script checks for builds
  });

async function check() {
  if (Date.now() < nextCheck) return;
  nextCheck = Date.now() + INTERVAL_MS;
  await updateLatest();
}
