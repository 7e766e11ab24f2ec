// Pictures that are larger than a phone needs are kept as they are seen, as many as there is room for. Without a network
// the width that was asked for may be missing: another width of the same picture stands in.
import { ExpirationPlugin } from "workbox-expiration/ExpirationPlugin.js";
import { CacheFirst } from "workbox-strategies/CacheFirst.js";
import { seenPictures } from "./kept.json";
import { revocable } from "./network.js";
import { match, paths } from "./precache.js";
import { isStorable } from "./storable.js";

const { maxEntries, maxAgeDays } = seenPictures;
const PARTS = /^(\/pictures\/.+)-(\d+)\.\w+\.(\w+)$/; // picture, width, format

export const isPicture = (path) => PARTS.test(path);

const seen = new CacheFirst({
  cacheName: "pictures",
  plugins: [
    { requestWillFetch: async ({ request }) => revocable(request) },
    { cacheWillUpdate: async ({ response }) => (isStorable(response) ? response : null) },
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: maxAgeDays * 24 * 60 * 60, purgeOnQuotaError: true }),
  ],
});

export async function picture(event, { pathname }) {
  try {
    return await seen.handle(event);
  } catch {
    const other = substitute(pathname);
    return (other && (await match(other))) || Response.error();
  }
}

// The widest that is kept of the same picture and format.
const substitute = (path) => {
  const [, name, , format] = PARTS.exec(path);
  const widths = paths.map((kept) => PARTS.exec(kept)).filter((parts) => parts?.[1] === name && parts[3] === format);
  return widths.sort(([, , a], [, , b]) => b - a)[0]?.[0];
};
