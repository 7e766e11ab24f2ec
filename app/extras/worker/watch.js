// Sends messages to the service worker. app/start/worker.js registers it.
import { extra } from "$/app/guard/extra.js";

const worker = extra("worker");

/** Makes the waiting version of the site active. */
export const acceptUpdate = worker.guard(async () => {
  const { waiting } = await registration();
  waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Sends the language of the page. Offline, `/` then shows this language. */
export const sendLanguage = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await registration();
  active?.postMessage({ type: "LANGUAGE", language });
});

/** Calls `onReady` if all files of the site are cached. */
export const ifReady = worker.guard(async (/** @type {() => unknown} */ onReady) => {
  const { active } = await registration();
  const { port1, port2 } = new MessageChannel();
  worker.listen(port1, "message", ({ data }) => data && onReady());
  port1.start();
  active?.postMessage({ type: "READY" }, [port2]);
});

const registration = () => navigator.serviceWorker.ready;
