// Handles the language switch until the application starts. Stores the language and preserves query, hash and input.
import { saveEarlyInput } from "$/app/browser/early_input.js";
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { guarded } from "./guarded.js";

/**
 * @param {string} name
 * @param {(link: HTMLAnchorElement) => unknown} task
 */
const onSwitch = (name, task) =>
  addEventListener(
    "click",
    guarded(name, (/** @type {MouseEvent} */ { target }) => {
      /** @type {HTMLAnchorElement | null} */
      const link = /** @type {Element} */ (target).closest("a[hreflang]");
      if (link) return task(link);
    }),
  );

export function watchSwitch() {
  onSwitch("cookies", (link) => {
    link.search = location.search;
    link.hash = location.hash;
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API
    globalThis.document.cookie = languageCookie(link.hreflang);
  });
  onSwitch("storage", () => saveEarlyInput(() => globalThis.sessionStorage));
}
