// Reloads the document on Back and Forward until Next handles them. Next may have created the history entries before a
// reload. For such entries, the browser itself would change only the URL.
import { handover } from "./handover.js";

/** @param {{ pathname: string, search: string }} address */
export const pageOf = ({ pathname, search }) => pathname + search;

/** Makes Back and Forward reload the document. Used when Next cannot show another page, for example after an error. */
export function holdPage() {
  handover.heldPage = pageOf(location);
}

export function watchHistory() {
  holdPage();
  addEventListener(
    "popstate",
    (event) => {
      if (!handover.heldPage) return;
      event.stopImmediatePropagation();
      if (pageOf(location) !== handover.heldPage) location.reload();
    },
    { capture: true },
  );
}
