// Remembers the language that the visitor switches to before the application is there.
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { guarded } from "./guarded.js";

export const rememberChoice = () =>
  addEventListener(
    "click",
    guarded("cookies", (/** @type {MouseEvent} */ { target }) => {
      /** @type {HTMLAnchorElement | null} */
      const link = /** @type {Element} */ (target).closest("a[hreflang]");
      // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is missing in some browsers
      if (link) globalThis.document.cookie = languageCookie(link.hreflang);
    }),
  );
