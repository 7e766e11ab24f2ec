// Loads the page of the address on Back and Forward while Next does not handle them. Pages that Next opened share a
// document, even after a reload, so the browser changes only the address.
import { handover } from "./handover.js";

/** @param {{ pathname: string, search: string }} address */
export const pageOf = ({ pathname, search }) => pathname + search;

/** Makes Back and Forward load documents, because Next cannot show other pages in this document. */
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
