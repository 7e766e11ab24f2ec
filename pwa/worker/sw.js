// The service worker. After one visit, the public site works offline.

import { expectUpdates } from "./failed_update.js";
import { sendWaiting, sync } from "./inquiries.js";
import { answer } from "./messages.js";
import { navigate } from "./navigation.js";
import { revocable } from "./network.js";
import { isPicture, picture } from "./pictures.js";
import { clean, install, isPrecached, match } from "./precache.js";

// Sign-in paths, which the browser handles, because the service worker would change cookies, redirects and headers.
const SIGN_IN = /^(\/\w+)?\/patreon\/(login|callback|logout|webhook)\/?$/;

/**
 * Returns the handler for a request, or null if the browser should handle the request.
 *
 * @param {Request} request
 * @param {URL} url
 * @returns {((event: FetchEvent, url: URL) => Promise<Response>) | null}
 */
const choose = ({ method, mode, headers }, { origin, pathname }) => {
  if (method !== "GET" || origin !== location.origin || headers.has("range")) return null;
  if (SIGN_IN.test(pathname) && navigator.onLine) return null;
  if (mode === "navigate") return navigate;
  if (isPrecached(pathname)) return precached;
  return isPicture(pathname) ? picture : null;
};

/** @type {(event: FetchEvent, url: URL) => Promise<Response>} */
const precached = async ({ request }, { pathname }) => (await match(pathname)) || fetch(revocable(request));

/** @param {ExtendableEvent} event */
async function activate(event) {
  try {
    await clean(event);
    await expectUpdates();
  } finally {
    await self.clients.claim(); // controls the pages even if the caches could not be cleaned
  }
}

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const handler = choose(event.request, url);
  if (handler) event.respondWith(handler(event, url));
  if (event.request.mode === "navigate") event.waitUntil(sendWaiting());
});

// A new version waits until the visitor accepts the update, because a page must not load another build's code.
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate(event)));
self.addEventListener("sync", (event) => event.waitUntil(sync(event)));
self.addEventListener("message", (event) => event.waitUntil(answer(event)));
