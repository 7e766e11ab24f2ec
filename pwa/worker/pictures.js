// Caches large pictures when pages show them. Offline, replaces a missing picture with the same picture at another
// width.
import { ExpirationPlugin } from "workbox-expiration/ExpirationPlugin.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { seenPictures } from "./cache_rules.json";
import { revocable } from "./network.js";
import { match, paths } from "./precache.js";
import { isStorable } from "./storable.js";

const { maxEntries, maxAgeDays } = seenPictures;
const PARTS = /^(\/pictures\/.+)-(\d+)\.\w+\.(\w+)$/; // captures a picture's path, width and format

/** @param {string} path */
export const isPicture = (path) => PARTS.test(path);

/**
 * @param {Request} request
 * @param {Response | null | undefined} response
 */
const ifStorable = ({ url }, response) => (response && isStorable(new URL(url).pathname, response) ? response : null);

const seen = new CacheFirst({
  cacheName: "pictures",
  plugins: [
    { requestWillFetch: async ({ request }) => revocable(request) },
    { cacheWillUpdate: async ({ request, response }) => ifStorable(request, response) },
    { cachedResponseWillBeUsed: async ({ request, cachedResponse }) => ifStorable(request, cachedResponse) },
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * 24 * 60 * 60, purgeOnQuotaError: true }),
  ],
});

/**
 * @param {FetchEvent} event
 * @param {URL} url
 * @returns {Promise<Response>}
 */
export async function picture(event, { pathname }) {
  try {
    return await seen.handle(event);
  } catch {
    const other = substitute(pathname);
    return (other && (await match(other))) || Response.error();
  }
}

/**
 * Returns the path of the widest precached file of the same picture and format.
 *
 * @param {string} path
 */
const substitute = (path) => {
  const [, name, , format] = /** @type {string[]} */ (PARTS.exec(path));
  const widths = paths.map((each) => PARTS.exec(each)).filter((parts) => parts?.[1] === name && parts[3] === format);
  const sorted = /** @type {string[][]} */ (widths).sort(([, , a], [, , b]) => Number(b) - Number(a));
  return sorted[0]?.[0];
};
