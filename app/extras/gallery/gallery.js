// Opens the pictures of the page's figures large. What does so is fetched when the page is idle, or at once where the
// URL names a picture or one is pressed.
import { useState } from "react";
import { isModified } from "$/app/browser/clicks.js";
import { afterLoad } from "$/app/browser/idle.js";
import { hasFailed } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";

const TIMEOUT_MS = 3_000; // of a press: then its link leads to the picture

/**
 * @typedef {object} Props
 * @property {Record<string, string>} labels
 */

/** @param {Props} props */
export function Gallery(props) {
  return (
    <Extra name="gallery">
      <Loaded {...props} />
    </Extra>
  );
}

/** @param {Props} props */
function Loaded(props) {
  const [loaded, setLoaded] = useState(
    /** @type {(typeof import("./dialog.js") & { ready: () => void }) | null} */ (null),
  );

  useExtra("gallery", ({ guard, listen, onEnd, after }) => {
    let isReady = false;
    /** @type {HTMLAnchorElement | null} */
    let pressed = null; // what waits

    const open = () => {
      const link = pressed;
      pressed = null;
      isReady = true;
      link?.click();
    };
    const giveUp = () => pressed && location.assign(pressed.href);
    const load = async () => {
      const { Dialog } = await import(/* webpackChunkName: "gallery" */ "./dialog.js");
      setLoaded({ Dialog, ready: open });
    };
    onEnd(() => hasFailed("gallery") && pressed?.click()); // which leads to the picture
    listen(document, "click", (event) => {
      /** @type {HTMLAnchorElement | null} */
      const link = /** @type {Element} */ (event.target).closest("figure a");
      if (isReady || !link?.querySelector("picture") || isModified(event)) return;
      event.preventDefault();
      pressed = link;
      after(TIMEOUT_MS, giveUp);
      return load();
    });
    if (location.hash.endsWith("/large")) guard(load)();
    else afterLoad(guard(load));
  });

  return loaded && <loaded.Dialog {...props} ready={loaded.ready} />;
}
