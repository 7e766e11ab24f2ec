// The service worker: it keeps the public site, so that one visit is enough to read all of it without a network.

import { answer } from "./messages.js";
import { navigate } from "./navigation.js";
import { revocable } from "./network.js";
import { isPicture, picture } from "./pictures.js";
import { clean, install, isKept, match } from "./precache.js";

// Signing in and out is between the browser and the server: cookies, redirects, and headers that a worker would change.
// Without a network there is no server, and the worker says so.
const UNTOUCHED = /^(\/\w+)?\/patreon\/(login|callback|logout|webhook)\/?$/;

// Whoever is not named here goes to the network as if there were no worker, and is never kept.
const choose = ({ method, mode, headers }, { origin, pathname }) => {
  if (method !== "GET" || origin !== location.origin || headers.has("range")) return null;
  if (UNTOUCHED.test(pathname) && navigator.onLine) return null;
  if (mode === "navigate") return navigate;
  if (isKept(pathname)) return kept;
  return isPicture(pathname) ? picture : null;
};

const kept = async ({ request }, { pathname }) => (await match(pathname)) || fetch(revocable(request));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const handler = choose(event.request, url);
  if (handler) event.respondWith(handler(event, url));
});

// It waits until the visitor agrees (messages.js), as pages of one build must not get the code of another.
self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(clean(event).then(() => self.clients.claim())));
self.addEventListener("message", (event) => event.waitUntil(answer(event)));
