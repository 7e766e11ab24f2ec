// Asks the server whether there is a newer build, and whether it has settings for browsers.
import { isOnline } from "$/app/browser/network.js";
import { extra } from "$/app/guard/extra.js";

const LATEST = "/builds/latest.json";
const DELAY_MS = 1_000; // from the page's load until the server is first asked
const INTERVAL_MS = 3_600_000; // until it is asked again

const builds = extra("builds");
/** @type {string | null} */
let newer = null;

/** The id of the server's build, when it is another one than the page's; else null. */
export const newerBuild = () => newer;

/**
 * Starts when the page is loaded.
 *
 * @param {() => unknown} configure called when the server has settings for browsers
 */
export const watchBuilds = (configure) =>
  builds.run(() => {
    let next = 0;
    const look = async () => {
      if (Date.now() < next || document.visibilityState !== "visible" || !isOnline()) return;
      next = Date.now() + INTERVAL_MS;
      const { id, config } = await ask();
      if (config) configure();
      if (id) newer = id === window.__NEXT_DATA__?.buildId ? null : id;
    };
    const start = () =>
      builds.after(DELAY_MS, () => {
        builds.every(INTERVAL_MS, look);
        builds.listen(window, "online", look);
        builds.listen(document, "visibilitychange", look);
        return look();
      });
    if (document.readyState === "complete") start();
    else builds.listen(window, "load", start);
  });

/** @returns {Promise<{ id?: string, config?: boolean }>} */
async function ask() {
  try {
    const response = await fetch(LATEST, { cache: "no-store" });
    if (!response.ok) throw new Error(`${response.status}`);
    return await response.json();
  } catch (error) {
    console.warn("Failed to look for a newer build:", error); // the network's fault: the next attempt may succeed
    return {};
  }
}
