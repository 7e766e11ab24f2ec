// Handles the language switch until the application starts. Stores the language and preserves query, hash and input.
import { saveEarlyInput } from "$/app/browser/early_input.js";
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { guarded } from "./guarded.js";

const RIGHT_BUTTON = 2;

/** @type {(name: string, task: (link: HTMLAnchorElement) => unknown) => void} */
function onSwitch(name, task) {
  const follow = guarded(name, (/** @type {MouseEvent} */ { button, target }) => {
    /** @type {HTMLAnchorElement | null} */
    const link = /** @type {Element} */ (target).closest("a[hreflang]");
    if (link && button < RIGHT_BUTTON) return task(link);
  });
  addEventListener("click", follow);
  addEventListener("auxclick", follow); // the middle button opens the link in a new tab
}

export function watchSwitch() {
  onSwitch("cookies", (link) => {
    link.search = location.search;
    link.hash = location.hash;
    // biome-ignore lint/suspicious/noDocumentCookie: some browsers lack the Cookie Store API
    globalThis.document.cookie = languageCookie(link.hreflang);
  });
  onSwitch("storage", () => saveEarlyInput(() => globalThis.sessionStorage));
}
