// Loads and stops the analytics tag. A loaded tag cannot be removed, but `ga-disable-ID` keeps the tag from sending
// data.
import { cookies } from "$/app/browser/cookies.js";

const SOURCE = "https://www.googletagmanager.com/gtag/js?id=";
const NEVER = { ad_storage: "denied", ad_user_data: "denied", ad_personalization: "denied" };

let loaded = false;

/** @type {(id: string, value: boolean) => void} */
const setDisabled = (id, value) => {
  window[`ga-disable-${id}`] = value;
};

/**
 * Enables the analytics tag. Loads the tag if necessary.
 *
 * @param {string} id
 */
export function allow(id) {
  setDisabled(id, false);
  if (loaded) return;
  loaded = true;
  window.dataLayer ||= [];
  /** @type {(...command: unknown[]) => void} */
  function gtag() {
    // biome-ignore lint/complexity/noArguments: the tag recognises commands by the type of `arguments`
    /** @type {IArguments[]} */ (window.dataLayer).push(arguments);
  }
  gtag("consent", "default", { ...NEVER, analytics_storage: "granted" });
  gtag("js", new Date());
  gtag("config", id, { allow_google_signals: false });
  const script = document.createElement("script");
  script.async = true;
  script.src = SOURCE + encodeURIComponent(id);
  document.head.append(script);
}

/**
 * Disables the analytics tag and deletes the tag's cookies.
 *
 * @param {string} id
 */
export function forbid(id) {
  setDisabled(id, true);
  const domains = location.hostname.split(".").map((_, at, parts) => parts.slice(at).join("."));
  for (const [name] of cookies.text.split("; ").map((cookie) => cookie.split("="))) {
    if (!/^_g(a|id|at)/.test(name)) continue;
    for (const domain of ["", ...domains.map((each) => `; domain=${each}`)])
      cookies.text = `${name}=; path=/; max-age=0${domain}`;
  }
}
