import { fetchJson } from "$/app/browser/json.js";
import { handover } from "./handover.js";

const LATEST = "/builds/latest.json";

/** Returns the contents of `/builds/latest.json`, or null if the request fails. */
export const fetchLatest = async () => {
  try {
    return await fetchJson(LATEST, { cache: "no-store" });
  } catch (error) {
    console.warn("Failed to look for a newer build:", error); // not reported, because the next request might succeed
    return null;
  }
};

/**
 * Requests and stores `/builds/latest.json`, and dispatches `build:latest` on `window`. Returns null if the request
 * fails.
 */
export async function updateLatest() {
  const latest = await fetchLatest();
  if (!latest) return null;
  handover.latest = latest;
  dispatchEvent(new Event("build:latest"));
  return latest;
}
