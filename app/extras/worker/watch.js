import { extra } from "$/app/guard/extra.js";

const worker = extra("worker");

/** Activates the new version of the site, whose service worker is waiting. */
export const acceptUpdate = worker.guard(async () => {
  const { waiting } = await registration();
  waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Sends the page's language to the service worker, which shows `/` in this language offline. */
export const sendLanguage = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await registration();
  active?.postMessage({ type: "LANGUAGE", language });
});

/** Calls `onReady` if all of the site's files are cached. */
export const ifReady = worker.guard(async (/** @type {() => unknown} */ onReady) => {
  const { active } = await registration();
  const { port1, port2 } = new MessageChannel();
  worker.listen(port1, "message", ({ data }) => data && onReady());
  port1.start();
  active?.postMessage({ type: "READY" }, [port2]);
});

const registration = () => navigator.serviceWorker.ready;
