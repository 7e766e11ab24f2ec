// A page's own registration of a service worker, and its handlers for the worker's events.
import { useRef } from "react";
import { Extra, useExtra } from "$/app/guard/react.js";
import { handover } from "$/app/start/handover.js";
import { deliverEvents } from "./events.js";

/**
 * @typedef {() => unknown} Handler
 * @typedef {(build: string) => unknown} BuildHandler
 * @typedef {object} Props
 * @property {string} script the path of the service worker; empty if the page registers none
 * @property {string} [scope]
 * @property {Handler} [onInstalled]
 * @property {BuildHandler} [onWaiting]
 * @property {Handler} [onActivated]
 * @property {BuildHandler} [onOfflineReady]
 */

/** @param {Props} props */
export function Worker(props) {
  return (
    <Extra name="worker-events">
      <Registration {...props} />
    </Extra>
  );
}

/** @param {Props} props */
function Loaded({ labels, looks }) {
  const [loaded, setLoaded] = useState(/** @type {typeof import("./notices.js") | null} */ (null));
  const language = languageOf(useRouter().pathname);

  useExtra("notices", ({ guard }) => {
    // Under `next dev` a service worker runs only with WORKER=on.
    if (process.env.NODE_ENV !== "production" && process.env.WORKER !== "on") return;
    if (!("serviceWorker" in navigator)) return;
    afterLoad(guard(async () => setLoaded(await import(/* webpackChunkName: "worker" */ "./notices.js"))));
  });

  return loaded && <loaded.Notices language={language} labels={labels[language]} looks={looks} />;
}
