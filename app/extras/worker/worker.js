// Registers the page's service worker and passes the worker's events to the page's handlers.
import { useRef } from "react";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { handover } from "$/app/start/handover.js";
import { deliverEvents } from "./events.js";

/**
 * @typedef {() => unknown} Handler
 * @typedef {(build: string) => unknown} BuildHandler
 * @typedef {object} Props
 * @property {string} script the URL of the service worker, or empty if the page has none
 * @property {string} [scope]
 * @property {Handler} [onInstalled]
 * @property {BuildHandler} [onWaiting]
 * @property {Handler} [onActivated]
 * @property {BuildHandler} [onOfflineReady]
 */

export const Worker = withBoundary("worker-events", Registration);

/** @param {Props} props */
function Registration({ script, scope, onInstalled, onWaiting, onActivated, onOfflineReady }) {
  const mark = useRef(/** @type {HTMLTemplateElement | null} */ (null));
  useExtra(
    "worker-events",
    (self) => {
      // The start script registers only the first page's service worker, not those of later pages.
      handover.register?.(/** @type {HTMLTemplateElement} */ (mark.current));
      return deliverEvents(self, script, {
        "installed": onInstalled,
        "waiting": onWaiting,
        "activated": onActivated,
        "offline-ready": onOfflineReady,
      });
    },
    { inputs: [script, onInstalled, onWaiting, onActivated, onOfflineReady] },
  );
  return <template ref={mark} data-worker={script} data-scope={scope} />;
}
