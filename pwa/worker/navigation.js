// Which document a navigation gets. A page that is kept comes from the cache, with the code of the same build, whatever
// its query.

import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";
import { home as homePage } from "./kept.json";
import { language } from "./language.js";
import { isKept, match, offlinePage } from "./precache.js";

const TIMEOUT_MS = 4_000; // for the server to say in which language "/" opens

/**
 * The document for a navigation.
 *
 * @param {{ request: Request }} event
 * @param {URL} url
 * @returns {Promise<Response>}
 */
export async function navigate({ request }, { pathname, search }) {
  if (pathname === "/") return home(request, search);
  const bare = pathname.replace(/\/$/, "");
  if (bare !== pathname && isKept(bare)) return Response.redirect(bare + search);
  return (await match(pathname)) || fetch(request).catch(() => offlinePage(languageOf(pathname)));
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

/** @param {Request} request */
async function answered(request) {
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => setTimeout(reject, TIMEOUT_MS));
  const response = await Promise.race([fetch(request), late]);
  if (response.status >= 500) throw new Error(`${response.status}`);
  return response;
}
