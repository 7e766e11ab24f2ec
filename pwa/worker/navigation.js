// Which document a navigation gets. A precached page comes from the cache, with the code of the same build, whatever
// its query; unless the settings of the server, and with them its headers, have changed since the page was stored.

import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";
import { home as homePage } from "./cache_rules.json";
import { language } from "./language.js";
import { build, isKept, match, offlinePage, refresh, revisionOf } from "./precache.js";

const POLICY = "content-security-policy";
const LATEST = "/builds/latest.json";
const TIMEOUT_MS = 4_000; // for a document
const LATEST_TIMEOUT_MS = 1_000; // for the revision of the pages' headers

/**
 * The document for a navigation.
 *
 * @param {FetchEvent} event
 * @param {URL} url
 * @returns {Promise<Response>}
 */
export async function navigate(event, { pathname, search }) {
  const { request } = event;
  if (pathname === "/") return home(request, search);
  const bare = pathname.replace(/\/$/, "");
  if (bare !== pathname && isKept(bare)) return Response.redirect(bare + search);
  const stored = await match(pathname);
  if (!stored) return fetch(request).catch(() => offlinePage(languageOf(pathname)));
  const current = isCurrent(event, stored);
  const answer = search ? withoutReports(stored) : stored;
  if (isWithinSite(request)) {
    // The page with the link was checked when the visit began: a click waits for no network.
    event.waitUntil(current);
    return answer;
  }
  return (await current) ? answer : answered(request).catch(() => answer);
}

/** @param {Request} request */
const isWithinSite = ({ referrer }) => Boolean(referrer) && new URL(referrer).origin === location.origin;

/**
 * Compares a stored page's headers with the server's; if they differ, fetches the stored pages again. Without an answer
 * the page is current.
 *
 * @param {FetchEvent} event
 * @param {Response} stored
 */
async function isCurrent(event, stored) {
  const { id, headers } = await latest();
  if (!headers || revisionOf(stored) === headers) return true;
  if (id === build) event.waitUntil(refresh(headers));
  return false;
}

/**
 * Returns a page without reports of violations of its policy, as the server answers for addresses with a query: a
 * report has the whole address.
 *
 * @param {Response} page
 */
function withoutReports({ body, headers }) {
  const others = new Headers(headers);
  for (const name of ["reporting-endpoints", "content-encoding", "content-length"]) others.delete(name);
  others.set(POLICY, (headers.get(POLICY) || "").replace(/; report-(uri|to) [^;]*/g, ""));
  return new Response(body, { headers: others });
}

/**
 * The server's build and the revision of its pages' headers; nothing if it does not answer in time.
 *
 * @returns {Promise<{ id?: string, headers?: string }>}
 */
async function latest() {
  try {
    const response = await answered(new Request(LATEST, { cache: "no-store" }), LATEST_TIMEOUT_MS);
    return (await response.json()) || {};
  } catch {
    return {};
  }
}

/**
 * "/" in the visitor's language. The server is asked first: it reads the cookie, and its settings may have it redirect.
 * Without it, the language used last.
 *
 * @param {Request} request
 * @param {string} search
 */
async function home(request, search) {
  try {
    return await answered(request);
  } catch {
    const [first] = site.languages;
    const last = (await language()) || first;
    if (last !== first) return Response.redirect(`/${last}${search}`);
    return (await match(homePage)) || offlinePage(first);
  }
}

/**
 * @param {Request} request
 * @param {number} [timeout] in milliseconds
 */
async function answered(request, timeout = TIMEOUT_MS) {
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => setTimeout(reject, timeout));
  const response = await Promise.race([fetch(request), late]);
  if (response.status >= 500) throw new Error(`${response.status}`);
  return response;
}
