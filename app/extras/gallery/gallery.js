// Loads the gallery's dialog when the page is idle. After a click on a picture, or if the URL's hash names a picture,
// loads the dialog immediately.
import { useState } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { afterLoad } from "$/app/browser/idle.js";
import { retryIfLeft } from "$/app/browser/leaving.js";
import { loadScript } from "$/app/browser/scripts.js";
import { hasFailed } from "$/app/guard/extra.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";

const TIMEOUT_MS = 3_000; // after this time, the image file opens instead of the dialog

/**
 * @typedef {object} Props
 * @property {Record<string, string>} labels
 */

export const Gallery = withBoundary("gallery", Loaded);

/** @param {Props} props */
function Loaded(props) {
  const [loaded, setLoaded] = useState(
    /** @type {(typeof import("./dialog.js") & { ready: () => void }) | null} */ (null),
  );

  useExtra("gallery", (self) => {
    const { guard, listen, onEnd, after } = self;
    let isReady = false;
    /** @type {HTMLAnchorElement | null} */
    let clicked = null;

    const open = () => {
      const link = clicked;
      clicked = null;
      isReady = true;
      link?.click();
    };
    const giveUp = () => {
      const link = clicked;
      clicked = null;
      if (link) location.assign(link.href);
    };
    const request = async () => {
      try {
        return await retryIfLeft(() => import(/* webpackChunkName: "gallery" */ "./dialog.js"));
      } catch (error) {
        giveUp();
        throw error;
      }
    };
    const load = async () => {
      const { Dialog } = await loadScript(self, request);
      setLoaded({ Dialog, ready: open });
    };
    onEnd(() => {
      if (hasFailed("gallery")) clicked?.click(); // opens the image file
      clicked = null;
    });
    listen(document, "click", (event) => {
      /** @type {HTMLAnchorElement | null} */
      const link = /** @type {Element} */ (event.target).closest("figure a");
      if (isReady || !link?.querySelector("picture") || isModified(event)) return;
      event.preventDefault();
      clicked = link;
      after(TIMEOUT_MS, giveUp);
      return load();
    });
    if (location.hash.endsWith("/large")) guard(load)();
    else afterLoad(guard(load));
  });

  return loaded && <loaded.Dialog {...props} ready={loaded.ready} />;
}
