// Looks for a newer build on the server, and for settings that it has for browsers.
import { isOnline } from "$/app/browser/network.js";
import { extra } from "$/app/guard/extra.js";

const LATEST = "/builds/latest.json";
const FIRST = 1_000; // ms from the page's load until the server is first asked
const INTERVAL = 3_600_000; // ms until it is asked again

const builds = extra("builds");
let newer = null;

/** The server's build, when it is another one than the page's; else null. */
export const newerBuild = () => newer;

/** Starts when the page is loaded; `configure` is called when the server has settings for browsers. */
export const watchBuilds = (configure) =>
  builds.run(() => {
    let next = 0;
    const look = async () => {
      if (Date.now() < next || document.visibilityState !== "visible" || !isOnline()) return;
      next = Date.now() + INTERVAL;
      const { id, config } = await ask();
      if (config) configure();
      if (id) newer = id === window.__NEXT_DATA__?.buildId ? null : id;
    };
    const start = () =>
      builds.after(FIRST, () => {
        builds.every(INTERVAL, look);
        builds.listen(window, "online", look);
        builds.listen(document, "visibilitychange", look);
        return look();
      });
    if (document.readyState === "complete") start();
    else builds.listen(window, "load", start);
  });

async function ask() {
  try {
    const response = await fetch(LATEST, { cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    return await response.json();
  } catch (error) {
    console.warn("Failed to look for a newer build:", error); // the network's fault: the next look may do better
    return {};
  }
}
