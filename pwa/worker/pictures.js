// Caches large pictures when pages show them. If a picture cannot be loaded, replaces it with the same picture at
// another width.
import { ExpirationPlugin } from "workbox-expiration/ExpirationPlugin.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { seenPictures } from "./cache_rules.json";
import { revocable } from "./network.js";
import { match, paths } from "./precache.js";
import { isStorable } from "./storable.js";

const { maxEntries, maxAgeDays } = seenPictures;
const CACHE = "pictures";
// Captures the start of a picture's path, the width, and the hash with the file extension. If a photograph is replaced,
// the hash changes.
const PARTS = /^(\/pictures\/.+)-(\d+)(\.\w+\.\w+)$/;

/** @param {string} path */
export const isPicture = (path) => PARTS.test(path);

/** @type {(path: string, response: Response | null | undefined) => Response | null} */
const ifStorable = (path, response) => (response && isStorable(path, response) ? response : null);

const seen = new CacheFirst({
  cacheName: CACHE,
  plugins: [
    { requestWillFetch: async ({ request }) => revocable(request) },
    { cacheWillUpdate: async ({ request, response }) => ifStorable(request.url, response) },
    { cachedResponseWillBeUsed: async ({ request, cachedResponse }) => ifStorable(request.url, cachedResponse) },
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * 24 * 60 * 60, purgeOnQuotaError: true }),
  ],
});

/** @type {(event: FetchEvent, url: URL) => Promise<Response>} */
export async function picture(event, { pathname }) {
  const response = await fromCacheOrServer(event).catch(() => Response.error());
  if (response.ok) return response;
  for (const path of await otherWidths(pathname)) {
    const stored = await caches.match(path, { cacheName: CACHE }).catch(() => null);
    const other = (await match(path)) || ifStorable(path, stored);
    if (other) return other;
  }
  return response;
}

/** @param {FetchEvent} event */
async function fromCacheOrServer(event) {
  try {
    return await seen.handle(event);
  } catch (error) {
    if (/** @type {Error} */ (error).name === "no-response") throw error;
    return fetch(revocable(event.request)); // the cache could not be read
  }
}

/**
 * Returns the paths of cached files of the same photograph and format, widest first.
 *
 * @param {string} path
 */
async function otherWidths(path) {
  const [, name, , suffix] = /** @type {string[]} */ (PARTS.exec(path));
  const read = async () => (await caches.open(CACHE)).keys();
  const requests = await read().catch(() => []);
  const cached = [...paths, ...requests.map(({ url }) => new URL(url).pathname)];
  const widths = cached.map((each) => PARTS.exec(each)).filter((parts) => parts?.[1] === name && parts[3] === suffix);
  const sorted = /** @type {string[][]} */ (widths).sort(([, , a], [, , b]) => Number(b) - Number(a));
  return sorted.map(([other]) => other);
}
