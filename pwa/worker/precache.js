// Caches a build of the public site: pages, code, styles, fonts, and pictures for phones. Unlike Workbox, fetches
// several files in parallel and fetches missing files later. In data-saver mode, fetches only the open pages and what
// the previous version has cached.
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import site from "$/app/site.json";
import { home, offline } from "./cache_rules.json";
import { expectUpdates, recordFailure } from "./failed_update.js";
import { revocable } from "./network.js";
import { isStorable } from "./storable.js";

const NAME = "site";
const MAX_PARALLEL = 4;
// Matches URLs of code, styles and fonts in HTML.
const NAMED_FILES = /["\s](\/(?:_next|fonts)\/[^"\s]+|\/[\w-]+\.(?:js|webmanifest))(?=["\s])/g;

// `files` maps each path to the file's hash, or to null if the path contains the hash.
const { build, files } = self.__SITE;
const rest = Object.entries(files).map(([url, hash]) =>
  hash ? { url, revision: hash, integrity: `sha256-${hash}` } : { url, revision: null },
);

const controller = new PrecacheController({ cacheName: NAME });
controller.addToCacheList([...self.__WB_MANIFEST, ...rest]);

export { build };

export const paths = controller.getCachedURLs().map((url) => decodeURI(new URL(url).pathname));

const precached = new Set(paths);

/** @param {string} path */
export const isPrecached = (path) => precached.has(path);

/**
 * Returns a cached file, or undefined if there is none or Safari cannot read its cache.
 *
 * @param {string} path
 */
export const match = (path) => controller.matchPrecache(path).catch(() => undefined);

/** @param {string} language */
export const offlinePage = async (language) =>
  // Unpublished languages have no offline page, so visitors get the page in the site's first language.
  /** @type {Response} */ ((await match(offlinePath(language))) || (await match(offlinePath(site.languages[0]))));

/**
 * Deletes files of other builds, and files that earlier releases cached by mistake.
 *
 * @param {ExtendableEvent} event
 */
export async function clean(event) {
  await controller.activate(event);
  const cache = await caches.open(NAME);
  const [keys, responses] = await Promise.all([cache.keys(), cache.matchAll()]); // both arrays have the same order
  for (const [index, { url }] of keys.entries()) {
    if (!isStorable(new URL(url).pathname, responses[index], isCompared(url))) await cache.delete(url);
  }
}

/** Fetches the build's files. Rejects if a file is not available. The next visit then fetches the missing files. */
export async function install() {
  try {
    await (savesData() ? precacheShell() : fetchMissing(paths));
    await expectUpdates();
  } catch (error) {
    await recordFailure();
    throw error;
  }
}

/** Fetches missing files, unless the browser is in data-saver mode. Returns whether all files are cached. */
export async function complete() {
  if (!savesData()) await fetchMissing(paths).catch(() => {});
  return isComplete();
}

export const isComplete = async () => (await missing(paths)).length === 0;

/** @param {Response | undefined} response */
export const revisionOf = (response) => response?.headers.get("x-headers-revision");

/** @type {Promise<void> | undefined} */
let refreshing;

/**
 * Fetches cached pages again if their `x-headers-revision` differs from `revision`.
 *
 * @param {string} revision
 */
export function refresh(revision) {
  refreshing ||= refetch(revision)
    .catch(() => {}) // the next navigation fetches the remaining pages
    .finally(() => {
      refreshing = undefined;
    });
  return refreshing;
}

/** @param {string} revision */
async function refetch(revision) {
  const stored = await Promise.all(paths.map(async (path) => ({ path, known: revisionOf(await match(path)) })));
  await store(stored.filter(({ known }) => known && known !== revision).map(({ path }) => path));
}

const savesData = () => Boolean(navigator.connection?.saveData);

/** @param {string} language */
const offlinePath = (language) => (language === site.languages[0] ? "" : `/${language}`) + offline;

/** @param {string[]} wanted */
async function missing(wanted) {
  const requests = await (await caches.open(NAME)).keys();
  const urls = new Set(requests.map(({ url }) => url));
  return wanted.filter((path) => !urls.has(keyOf(path)));
}

/** @param {string} path */
const keyOf = (path) => /** @type {string} */ (controller.getCacheKeyForURL(encodeURI(path)));

/**
 * Whether requests for the file have an `integrity` hash.
 *
 * @param {string} key
 */
const isCompared = (key) => Boolean(controller.getIntegrityForCacheKey(key));

/** @param {string[]} wanted */
const fetchMissing = async (wanted) => store(await missing(wanted));

/** @param {string[]} queue paths of files to fetch; this function empties the array */
async function store(queue) {
  const cache = await caches.open(NAME);
  const lane = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) await add(cache, path);
  };
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL }, lane));
  } catch (error) {
    queue.length = 0; // stops the other parallel downloads
    throw error;
  }
}

/** @type {(cache: Cache, path: string) => Promise<void>} */
async function add(cache, path) {
  const key = keyOf(path);
  const integrity = controller.getIntegrityForCacheKey(key);
  // Only files with a hash in their names may come from the HTTP cache, because they never change.
  const request = new Request(path, { integrity, cache: integrity ? "reload" : "default" });
  const response = await fetch(revocable(request));
  if (!isStorable(path, response, isCompared(key))) throw new Error(`${path} answers ${response.status}`);
  await cache.put(key, response);
}

/**
 * Returns the path without its content hash. The result is the same in all builds.
 *
 * @param {string} path
 */
const stemOf = (path) => path.replace(/[.-][\da-f]{8,}(?=\.(?:css|js)$)/, "");

/**
 * Caches open pages and the offline pages, the files that these pages reference, and the files that the previous
 * version has cached.
 */
async function precacheShell() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const previous = await (await caches.open(NAME)).keys();
  const stems = new Set(previous.map(({ url }) => stemOf(decodeURI(new URL(url).pathname))));
  const known = paths.filter((path) => stems.has(stemOf(path)));
  const shown = open.map(({ url }) => new URL(url).pathname);
  const wanted = [...known, ...shown, ...site.languages.map(offlinePath)].map((path) => (path === "/" ? home : path));
  const unique = [...new Set(wanted)].filter(isPrecached);
  await fetchMissing(unique);
  const pages = unique.filter((path) => !path.includes(".") || path.endsWith(".html"));
  const html = await Promise.all(pages.map(async (page) => /** @type {Response} */ (await match(page)).text()));
  await fetchMissing(
    [...new Set(html.flatMap((text) => [...text.matchAll(NAMED_FILES)].map(([, path]) => path)))].filter(isPrecached),
  );
}
