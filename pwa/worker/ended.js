// Replaces the service worker of an earlier `reflex run`, then unregisters itself. The earlier service worker would
// show outdated pages.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(end()));

async function end() {
  for (const name of await caches.keys()) await caches.delete(name);
  await self.registration.unregister();
  const clients = await self.clients.matchAll({ type: "window" });
  // Navigating to a URL with a fragment would not reload the tab.
  for (const client of clients) await client.navigate(client.url.replace(/#.*/, ""));
}
