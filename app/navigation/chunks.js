// Checks for a newer build if a page's script is missing. If a newer build exists, the next click loads the whole page.
import { isRecent } from "$/app/browser/clock.js";
import { extra } from "$/app/guard/extra.js";
import { updateLatest } from "$/app/start/latest.js";

const INTERVAL_MS = 60_000;
const GONE = 404;

const builds = extra("builds");
let lastCheck = 0;

export const watchChunks = () =>
  builds.run(() => {
    builds.listen(window, "chunk:error", ({ detail }) => (detail.status === GONE ? check() : undefined));
    if (process.env.NODE_ENV !== "production") return check(); // in development, nothing else checks for newer builds
  });

async function check() {
  if (isRecent(lastCheck, INTERVAL_MS)) return;
  lastCheck = Date.now();
  await updateLatest();
}
