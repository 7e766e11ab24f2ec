// Loads the notices once the page is idle, on every page.
import { useRouter } from "next/router";
import { useState } from "react";
import { afterLoad } from "$/app/browser/idle.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";

/**
 * @typedef {{ labels: Record<string, Record<string, string>>, looks: Record<string, string> }} Props labels are by
 *   language
 */

/** @param {Props} props */
export function Worker(props) {
  return (
    <Extra name="notices">
      <Loaded {...props} />
    </Extra>
  );
}

/** @param {Props} props */
function Loaded({ labels, looks }) {
  const [loaded, setLoaded] = useState(/** @type {typeof import("./notices.js") | null} */ (null));
  const language = languageOf(useRouter().pathname);

  useExtra("notices", ({ guard }) => {
    // There is no service worker under `next dev`.
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    afterLoad(guard(async () => setLoaded(await import(/* webpackChunkName: "worker" */ "./notices.js"))));
  });

  return loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} />;
}
