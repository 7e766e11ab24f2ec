// Messages from the page to the service worker, which the start script registers (app/start/worker.js).
import { extra } from "$/app/guard/extra.js";

const worker = extra("worker");

/** Makes the waiting version take over. */
export const acceptUpdate = worker.guard(async () => {
  const { waiting } = await registration();
  waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Sends the page's language, in which `/` opens offline. */
export const sendLanguage = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await registration();
  active?.postMessage({ type: "LANGUAGE", language });
});

/** Calls `onReady` if the whole site is precached. */
export const ifReady = worker.guard(async (/** @type {() => unknown} */ onReady) => {
  const { active } = await registration();
  const { port1, port2 } = new MessageChannel();
  worker.listen(port1, "message", ({ data }) => data && onReady());
  port1.start();
  active?.postMessage({ type: "READY" }, [port2]);
});

const registration = () => navigator.serviceWorker.ready;
