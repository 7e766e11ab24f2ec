// On every page: fetches the code that registers the service worker once the page is loaded and idle.
import { useRouter } from "next/router";
import { useState } from "react";
import { afterLoad } from "$/app/browser/idle.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";

/**
 * @typedef {{ labels: Record<string, Record<string, string>>, looks: Record<string, string> }} Props texts by language,
 *   and class names
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
    // There is no worker under `next dev`.
    if (process.env.NODE_ENV !== "production" || !("serviceWorker" in navigator)) return;
    afterLoad(guard(async () => setLoaded(await import(/* webpackChunkName: "worker" */ "./notices.js"))));
  });

  return loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} />;
}
