// Loads and stops the analytics tag. A loaded tag cannot be removed, but `ga-disable-ID` keeps the tag from sending
// data. The tag gets only the URLs of public pages, without queries. Other URLs can contain tokens or reveal which
// posts a member reads.
import Router from "next/router";
import { painted } from "$/app/browser/frames.js";
import { deleteCookies } from "./cookies.js";
import view from "./view.json";

const SOURCE = "https://www.googletagmanager.com/gtag/js?id=";
const COOKIE_SECONDS = 14 * 30 * 86_400; // cookies expire this long after the first visit, as the privacy notice says
const NEVER = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };

const PUBLIC = new RegExp(view.counted);

let isAllowed = false;
let isStopped = false; // whether the loaded tag must stay off until the next full page load
let last = "";

/** @type {(id: string, value: boolean) => void} */
const setDisabled = (id, value) => {
  window[`ga-disable-${id}`] = value;
};

/** @type {(...command: unknown[]) => void} */
function gtag() {
  window.dataLayer ||= [];
  // biome-ignore lint/complexity/noArguments: the tag recognises commands by the type of `arguments`
  window.dataLayer.push(arguments);
}

/**
 * Counts opened pages. Stops a loaded tag before a private page opens, because the tag would send the page's URL as the
 * referrer.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {string} id
 */
export function watchPages(self, id) {
  const stopUnlessPublic = (url = location.href) => {
    if (!last || isPublic(url)) return;
    isStopped = true;
    setDisabled(id, true);
  };
  self.subscribe(Router.events, "beforeHistoryChange", stopUnlessPublic);
  self.listen(window, "popstate", () => stopUnlessPublic());
  self.subscribe(Router.events, "routeChangeComplete", async () => {
    await painted(); // React sets the new title after this event
    count(id);
  });
  self.onEnd(() => setDisabled(id, true));
}

/** @param {string} url */
const isPublic = (url) => PUBLIC.test(new URL(url, location.href).pathname);

/** @param {string} url */
const withoutQuery = (url) => url.split(/[?#]/, 1)[0];

const referrer = () => {
  const url = withoutQuery(document.referrer);
  return url.startsWith(`${location.origin}/`) && !isPublic(url) ? location.origin : url;
};

/** @param {string} id */
export function allow(id) {
  isAllowed = true;
  setDisabled(id, isStopped);
  count(id);
}

/** @param {string} id */
function count(id) {
  const url = withoutQuery(location.href);
  if (!isAllowed || isStopped || url === last || !isPublic(url)) return;
  const page = { page_location: url, page_title: document.title, page_referrer: last || referrer() };
  if (last) gtag("set", page);
  else load(id, page);
  gtag("event", "page_view");
  last = url;
}

/** @type {(id: string, page: object) => void} */
function load(id, page) {
  gtag("consent", "default", { ...NEVER, analytics_storage: "granted" });
  gtag("js", new Date());
  gtag("set", page);
  gtag("config", id, {
    allow_google_signals: false,
    send_page_view: false,
    cookie_expires: COOKIE_SECONDS,
    cookie_update: false,
  });
  const script = document.createElement("script");
  script.async = true;
  script.src = SOURCE + encodeURIComponent(id);
  document.head.append(script);
}

/** @param {string} id */
export function forbid(id) {
  isAllowed = false;
  setDisabled(id, true);
  deleteCookies();
}
