import { abortFetches } from "./network.js";

const LEAVE_INTERVAL_MS = 5_000;
const PROBE = "/builds/latest.json";

// A message would start a service worker that has stopped. In Chromium, it would then run for 30 more seconds.
const channel = self.BroadcastChannel && new BroadcastChannel("takeover");
channel?.addEventListener("message", abortFetches);

/**
 * Asks the old version to unregister. Chromium forgets the activation if a request arrives while the old version stops.
 */
export async function takeOver() {
  channel?.postMessage("yield");
  const timer = setInterval(() => self.registration.active?.postMessage({ type: "LEAVE" }), LEAVE_INTERVAL_MS);
  await self.skipWaiting();
  clearInterval(timer);
}

/** Unregisters this version and reloads all tabs. Does nothing offline. */
export async function leave() {
  if (!self.registration.waiting) return;
  const answer = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // With a hash in the URL, tabs would only scroll.
  await Promise.allSettled(tabs.map((tab) => tab.navigate(tab.url.replace(/#.*/, ""))));
}
