// Handles navigation. Prefers cached pages, unless they are outdated.

import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";
import { home as homePage, rootRedirect } from "./cache_rules.json";
import { hasUpdateFailed } from "./failed_update.js";
import { language } from "./language.js";
import { build, isPrecached, match, offlinePage, refresh, revisionOf } from "./precache.js";

const POLICY = "content-security-policy";
const LATEST = "/builds/latest.json";
// Paths of downloads. Firefox passes downloads to the service worker. If the network failed, Firefox would save the
// offline page under the download's name.
const DOWNLOAD = /^(?!\/pictures\/).*\.\w+$|\/desk\/files\//;
const TIMEOUT_MS = 4_000; // the maximum time to wait for a document
const LATEST_TIMEOUT_MS = 1_000;

/** @type {(event: FetchEvent, url: URL) => Promise<Response>} */
export async function navigate(event, { pathname, search }) {
  const { request } = event;
  if (pathname === "/") return home(request, search);
  const bare = pathname.replace(/\/$/, "");
  if (bare !== pathname && isPrecached(bare)) return Response.redirect(bare + search);
  const stored = await match(pathname);
  if (!stored && DOWNLOAD.test(pathname)) return fetch(request);
  if (!stored) return fetch(request).catch(() => offline(languageOf(pathname)));
  // A query fills in a form. An outdated form may lack a new workshop's date, so the page's build must be current.
  const isBuildCompared = Boolean(search) || (await hasUpdateFailed());
  const current = isCurrent(event, stored, isBuildCompared);
  const answer = search ? withoutReports(stored) : stored;
  if (isWithinSite(request) && !isBuildCompared) {
    // Responds to link clicks immediately, because the headers were checked when the visitor opened the site.
    event.waitUntil(current);
    return answer;
  }
  return (await current) ? answer : answered(fetch(request)).catch(() => answer);
}

/** @param {Request} request */
const isWithinSite = ({ referrer }) => Boolean(referrer) && new URL(referrer).origin === location.origin;

/**
 * Returns whether the cached page's headers are current. If `isBuildCompared`, the page's build must be current, too.
 * If only the headers are outdated, refreshes all cached pages.
 *
 * @param {FetchEvent} event
 * @param {Response} stored
 * @param {boolean} isBuildCompared
 */
async function isCurrent(event, stored, isBuildCompared) {
  const { id, headers } = await latest();
  if (isBuildCompared && id && id !== build) return false;
  if (!headers || revisionOf(stored) === headers) return true;
  if (id === build) event.waitUntil(refresh(headers));
  return false;
}

/** @param {string} language */
const offline = async (language) => withoutReports(await offlinePage(language));

/**
 * Disables a page's CSP reports, because they would contain the URL's query, which may contain a secret token.
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
 * Returns the current build ID and `x-headers-revision`, or an empty object if the request fails.
 *
 * @returns {Promise<{ id?: string, headers?: string }>}
 */
async function latest() {
  try {
    const read = async () => (await answered(fetch(new Request(LATEST, { cache: "no-store" })))).json();
    return (await Promise.race([read(), rejectLate(LATEST_TIMEOUT_MS)])) || {};
  } catch {
    return {};
  }
}

/**
 * Requests "/" from the server, which chooses the language. Offline, redirects to `rootRedirect` if the static host
 * would. Otherwise, responds in the visitor's last language, or for links within the site, in the first language.
 *
 * @param {Request} request
 * @param {string} search
 */
async function home(request, search) {
  const response = fetch(request);
  try {
    return await answered(response);
  } catch {
    if (rootRedirect) return Response.redirect(rootRedirect);
    const [first] = site.languages;
    const last = (!isWithinSite(request) && (await language())) || first;
    if (last !== first) return Response.redirect(`/${last}${search}`);
    const stored = await match(homePage);
    if (!stored) return response.catch(() => offline(first));
    return search ? withoutReports(stored) : stored;
  }
}

/** @type {(timeout: number) => Promise<never>} */
const rejectLate = (timeout) => new Promise((_, reject) => setTimeout(reject, timeout));

/** @param {Promise<Response>} pending */
async function answered(pending) {
  const response = await Promise.race([pending, rejectLate(TIMEOUT_MS)]);
  if (response.status >= 500) throw new Error(`${response.status}`);
  return response;
}
