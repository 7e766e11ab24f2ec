// Keeps one build of the site: every public page, its code, styles, fonts, and the pictures that a phone shows.
//
// Workbox fetches one file after the other, and all of them or none. Here a few are fetched at once, with Save-Data
// only the open pages are, and what is missing can be fetched later. A page's bytes must be those of this build: the
// browser checks their hash.
import { PrecacheController } from "workbox-precaching/PrecacheController.js";
import site from "$/app/site.json";
import { home, offline } from "./cache_rules.json";
import { revocable } from "./network.js";
import { isStorable } from "./storable.js";

const NAME = "site";
const MAX_PARALLEL = 4;
// Code, styles and fonts, as a page names them.
const NAMED_FILES = /["\s](\/(?:_next|fonts)\/[^"\s]+|\/[\w-]+\.(?:js|webmanifest))(?=["\s])/g;

// The list of what webpack made, and the rest (builder/precache.py): hashes of files by path, null where the name has
// one.
const { build, files } = self.__SITE;
const rest = Object.entries(files).map(([url, hash]) =>
  hash ? { url, revision: hash, integrity: `sha256-${hash}` } : { url, revision: null },
);

const controller = new PrecacheController({ cacheName: NAME });
controller.addToCacheList([...self.__WB_MANIFEST, ...rest]);

export { build };

/** The paths of everything that this build consists of. */
export const paths = controller.getCachedURLs().map((url) => decodeURI(new URL(url).pathname));

const known = new Set(paths);

/** @param {string} path */
export const isKept = (path) => known.has(path);

/**
 * What is kept of a path; undefined if nothing is.
 *
 * @param {string} path
 */
export const match = (path) => controller.matchPrecache(path);

/**
 * The offline page of a language, which every installation keeps.
 *
 * @param {string} language
 */
export const offlinePage = (language) => /** @type {Promise<Response>} */ (match(offlinePath(language)));

/**
 * Removes the files of other builds, and what earlier versions of this worker should not have stored.
 *
 * @param {ExtendableEvent} event
 */
export async function clean(event) {
  await controller.activate(event);
  const cache = await caches.open(NAME);
  const [keys, responses] = await Promise.all([cache.keys(), cache.matchAll()]); // both in the same order
  for (const [place, { url }] of keys.entries()) {
    if (!isStorable(new URL(url).pathname, responses[place], isCompared(url))) await cache.delete(url);
  }
}

/**
 * Resolves when the worker may take over. A file that cannot be fetched fails the installation; the next visit resumes
 * it.
 */
export const install = async () => (savesData() ? keepShell() : keep(paths));

/** Fetches what is missing, unless with Save-Data; resolves to whether the whole site is kept. */
export async function complete() {
  if (!savesData()) await keep(paths).catch(() => {});
  return isComplete();
}

/** Whether the whole site is kept. */
export const isComplete = async () => (await missing(paths)).length === 0;

/**
 * The revision of the headers with which a page was stored; null for what is no page.
 *
 * @param {Response | undefined} response
 */
export const revisionOf = (response) => response?.headers.get("x-headers-revision");

/** @type {Promise<void> | undefined} */
let refreshing;

/**
 * Fetches again the stored pages whose headers have another revision. Until then the old ones remain.
 *
 * @param {string} revision
 */
export function refresh(revision) {
  refreshing ||= refetch(revision)
    .catch(() => {}) // the next navigation tries again
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
  const kept = await (await caches.open(NAME)).keys();
  const urls = new Set(kept.map(({ url }) => url));
  return wanted.filter((path) => !urls.has(keyOf(path)));
}

/** @param {string} path of a file of this build */
const keyOf = (path) => /** @type {string} */ (controller.getCacheKeyForURL(encodeURI(path)));

/**
 * Whether the browser compares a file with its hash.
 *
 * @param {string} key of a file of this build
 */
const isCompared = (key) => Boolean(controller.getIntegrityForCacheKey(key));

/** @param {string[]} wanted */
const keep = async (wanted) => store(await missing(wanted));

/**
 * Fetches files and stores them, in place of stored ones.
 *
 * @param {string[]} queue their paths
 */
async function store(queue) {
  const cache = await caches.open(NAME);
  const lane = async () => {
    for (let path = queue.shift(); path; path = queue.shift()) await add(cache, path);
  };
  try {
    await Promise.all(Array.from({ length: MAX_PARALLEL }, lane));
  } catch (error) {
    queue.length = 0; // the other lanes stop as well
    throw error;
  }
}

/**
 * @param {Cache} cache
 * @param {string} path
 */
async function add(cache, path) {
  const key = keyOf(path);
  const integrity = controller.getIntegrityForCacheKey(key);
  // A file with its hash in its name may come from the browser's cache: the page has just loaded some of them.
  const request = new Request(path, { integrity, cache: integrity ? "reload" : "default" });
  const response = await fetch(revocable(request));
  if (!isStorable(path, response, isCompared(key))) throw new Error(`${path} answers ${response.status}`);
  await cache.put(key, response);
}

// The open pages and the offline pages, with the files that they name.
async function keepShell() {
  const open = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const wanted = [...open.map(({ url }) => new URL(url).pathname), ...site.languages.map(offlinePath)];
  const pages = [...new Set(wanted.map((path) => (path === "/" ? home : path)))].filter(isKept);
  await keep(pages);
  const html = await Promise.all(pages.map(async (page) => /** @type {Response} */ (await match(page)).text()));
  await keep(
    [...new Set(html.flatMap((text) => [...text.matchAll(NAMED_FILES)].map(([, path]) => path)))].filter(isKept),
  );
}
