import { abortFetches } from "./network.js";

const LEAVE_INTERVAL_MS = 5_000;
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

/** If the server responds, unregisters this version and reloads all tabs. */
export async function leave() {
  if (!self.registration.waiting) return;
  const answer = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // Removes the URL's fragment, because navigating to a fragment would not reload the tab.
  await Promise.allSettled(tabs.map((tab) => tab.navigate(tab.url.replace(/#.*/, ""))));
}
