// Reloads the document on Back and Forward until Next handles them. Otherwise, the browser would change only the URL
// between pages that Next has opened, even after a reload.
import { handover } from "./handover.js";

/** @param {{ pathname: string, search: string }} address */
export const pageOf = ({ pathname, search }) => pathname + search;

/** Makes Back and Forward reload the document, because Next cannot show other pages in this document. */
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
