// The service worker: it keeps the public site, so that after one visit all of it can be read without a network.

import { sendWaiting, sync } from "./inquiries.js";
import { answer } from "./messages.js";
import { navigate } from "./navigation.js";
import { revocable } from "./network.js";
import { isPicture, picture } from "./pictures.js";
import { clean, install, isKept, match } from "./precache.js";

// Signing in and out is between the browser and the server: a worker would change cookies, redirects and headers.
// Without a network the worker answers with the offline page.
const UNTOUCHED = /^(\/\w+)?\/patreon\/(login|callback|logout|webhook)\/?$/;

/**
 * What handles a request. Without a handler, the request is sent as if there were no worker, and is never kept.
 *
 * @param {Request} request
 * @param {URL} url
 * @returns {((event: FetchEvent, url: URL) => Promise<Response>) | null}
 */
const choose = ({ method, mode, headers }, { origin, pathname }) => {
  if (method !== "GET" || origin !== location.origin || headers.has("range")) return null;
  if (UNTOUCHED.test(pathname) && navigator.onLine) return null;
  if (mode === "navigate") return navigate;
  if (isKept(pathname)) return kept;
  return isPicture(pathname) ? picture : null;
};

/** @type {(event: FetchEvent, url: URL) => Promise<Response>} */
const kept = async ({ request }, { pathname }) => (await match(pathname)) || fetch(revocable(request));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const handler = choose(event.request, url);
  if (handler) event.respondWith(handler(event, url));
  if (event.request.mode === "navigate") event.waitUntil(sendWaiting());
});

// A new worker waits until the visitor agrees (messages.js), as pages of one build must not get the code of another.
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean(event).then(() => self.clients.claim())));
self.addEventListener("sync", (event) => event.waitUntil(sync(event)));
self.addEventListener("message", (event) => event.waitUntil(answer(event)));
