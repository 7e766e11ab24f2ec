// Which document a navigation gets. A page that is kept comes from there, with the code of the same build, whatever its query.

import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";
import { home as homePage } from "./kept.json";
import { language } from "./language.js";
import { isKept, match, offlinePage } from "./precache.js";

const PATIENCE = 4_000; // ms that the server has to say in which language "/" opens

export async function navigate({ request }, { pathname, search }) {
  if (pathname === "/") return home(request, search);
  const bare = pathname.replace(/\/$/, "");
  if (bare !== pathname && isKept(bare)) return Response.redirect(bare + search);
  return (await match(pathname)) || fetch(request).catch(() => offlinePage(languageOf(pathname)));
}

// The server knows best: it reads the cookie, and may be told to redirect. Without it, the language last used.
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

async function answered(request) {
  const late = new Promise((_, reject) => setTimeout(reject, PATIENCE));
  const response = await Promise.race([fetch(request), late]);
  if (response.status >= 500) throw new Error(response.status);
  return response;
}
