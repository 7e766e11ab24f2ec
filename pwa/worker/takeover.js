// How a version that waits takes the place of the old one in all open tabs.
import { abortFetches } from "./network.js";

const PATIENCE_MS = 5_000;
const PROBE = "/builds/latest.json";

// The old version is told on a channel, which reaches only workers that run: a message would start one that sleeps,
// and Chromium lets another take over only when one that was just started has been idle for 30 seconds.
const channel = self.BroadcastChannel && new BroadcastChannel("takeover");
channel?.addEventListener("message", abortFetches);

/**
 * Takes over; resolves when the browser has let it. Chromium forgets that when a request comes in the moment in which
 * it stops the old version: that one is asked to leave, now and again.
 */
export async function takeOver() {
  channel?.postMessage("yield");
  const timer = setInterval(() => self.registration.active?.postMessage({ type: "LEAVE" }), PATIENCE_MS);
  await self.skipWaiting();
  clearInterval(timer);
}

/** Leaves all tabs to the server, from which they get the version that waits: if there is a network. */
export async function leave() {
  if (!self.registration.waiting) return;
  const answer = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // With its hash it would only scroll.
  await Promise.allSettled(tabs.map((tab) => tab.navigate(tab.url.replace(/#.*/, ""))));
}
