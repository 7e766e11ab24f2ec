// The service worker of `reflex run` without WORKER=on. It replaces the one of an earlier run and unregisters
// itself, so that no page is stale.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(end()));

async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  for (const client of await self.clients.matchAll({ type: "window" })) await client.navigate(client.url);
}
