// How a version that waits takes the place of the old one in all open tabs.
//
// They speak on a channel, as it reaches only workers that run: a message would start an old worker that sleeps, and
// Chromium lets another take over only when one that was just started has been idle for 30 seconds. It also forgets a
// takeover when a request comes in the moment in which it stops the old worker.
import { allSent } from "./inquiries.js";
import { abortFetches } from "./network.js";

const PATIENCE_MS = 5_000;
const PROBE = "/builds/latest.json";

const channel = self.BroadcastChannel && new BroadcastChannel("takeover");

/** Takes over; resolves when the browser has let it. */
export async function takeOver() {
  channel?.postMessage("yield");
  const timer = setTimeout(() => channel?.postMessage("leave"), PATIENCE_MS);
  await self.skipWaiting();
  clearTimeout(timer);
}

/** @type {Record<string, () => unknown>} what the old version does when it is told */
const TOLD = { yield: abortFetches, leave };

channel?.addEventListener("message", ({ data }) => TOLD[data]?.());

// Without a worker the tabs get the new version from the server, if there is a network. What it is sending would be
// lost with it.
async function leave() {
  await allSent();
  const answer = await fetch(PROBE, { cache: "no-store" }).catch(() => null);
  if (!answer?.ok || !self.registration.waiting) return;
  const tabs = await self.clients.matchAll({ type: "window" });
  await self.registration.unregister();
  // With its hash it would only scroll.
  await Promise.allSettled(tabs.map((tab) => tab.navigate(tab.url.replace(/#.*/, ""))));
}
