import { abortFetches } from "./network.js";

const LEAVE_INTERVAL_MS = 5_000;
const RELOAD_TIMEOUT_MS = 1_000;
const PROBE = "/builds/latest.json";

// A channel to other service workers. In Chromium, a direct message would wake a stopped worker for 30 seconds.
const channel = self.BroadcastChannel && new BroadcastChannel("takeover");
channel?.addEventListener("message", abortFetches);

/** Activates this version. Also asks the old version to unregister, because Chromium can ignore `skipWaiting()`. */
export async function takeOver() {
  channel?.postMessage("yield");
  const timer = setInterval(() => self.registration.active?.postMessage({ type: "LEAVE" }), LEAVE_INTERVAL_MS);
  await self.skipWaiting();
  clearInterval(timer);
}

let hasLeft = false;

/** If the server responds, unregisters this version and reloads all tabs. */
export async function leave() {
  if (!self.registration.waiting) return;
  const answer = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || hasLeft) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  hasLeft = true; // a second call could unregister the new version
  await Promise.allSettled(tabs.map(reload));
}

/**
 * Asks a tab to reload itself when idle. Reloads tabs of earlier releases, because they do not respond.
 *
 * @param {WindowClient} tab
 */
async function reload(tab) {
  const { port1, port2 } = new MessageChannel();
  const isAsked = new Promise((resolve) => {
    port1.onmessage = () => resolve(true);
    setTimeout(resolve, RELOAD_TIMEOUT_MS, false);
  });
  tab.postMessage("reload", [port2]);
  // Navigating to a fragment would not reload the tab.
  if (!(await isAsked)) await tab.navigate(tab.url.replace(/#.*/, ""));
}
