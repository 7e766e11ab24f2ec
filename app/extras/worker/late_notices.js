// When the page is idle, loads the script that shows notices about updates and the network.
import { useRouter } from "next/router";
import { useState } from "react";
import { afterLoad } from "$/app/browser/idle.js";
import { loadScript } from "$/app/browser/scripts.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { languageOf } from "$/app/i18n/language.js";

/**
 * @typedef {object} Props
 * @property {Record<string, Record<string, string>>} labels keyed by language
 * @property {Record<string, string>} looks
 * @property {Record<string, string>} forms the paths of the inquiry form, keyed by language
 */

export const Notices = withBoundary("notices", Loaded);

/** @param {Props} props */
function Loaded({ labels, looks, forms }) {
  const [loaded, setLoaded] = useState(/** @type {typeof import("./notices.js") | null} */ (null));
  const language = languageOf(useRouter().pathname);

  useExtra("notices", (self) => {
    // During development, a service worker exists only with WORKER=on.
    if (process.env.NODE_ENV !== "production" && process.env.WORKER !== "on") return;
    const load = () => import(/* webpackChunkName: "worker" */ "./notices.js");
    afterLoad(self.guard(async () => setLoaded(await loadScript(self, load))));
  });

  return (
    loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} form={forms[language]} />
  );
}
