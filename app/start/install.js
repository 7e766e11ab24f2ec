// Stores the browser's install prompt until the application starts. Stores the language of an installed app.
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";

export const deferOffer = () =>
  addEventListener(
    "beforeinstallprompt",
    guarded("install", (/** @type {BeforeInstallPromptEvent} */ event) => {
      event.preventDefault();
      handover.offer = event;
    }),
  );

/**
 * Stores the page's language when the site is installed, unless the visitor has chosen one. Without a stored language,
 * an app that starts at `/` could open in another language.
 */
export const storeInstalledLanguage = () =>
  addEventListener(
    "appinstalled",
    guarded("cookies", () => {
      const { document: page } = globalThis;
      if (!page.cookie.includes("i18n_redirected=")) page.cookie = languageCookie(page.documentElement.lang);
    }),
  );
