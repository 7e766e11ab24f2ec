import { extra } from "$/app/guard/extra.js";
import { handover } from "$/app/start/handover.js";

const worker = extra("worker");

export const acceptUpdate = worker.guard(async () => {
  const { waiting } = await registration();
  handover.isAccepted = true;
  waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Sends the page's language to the service worker, which shows `/` in this language offline. */
export const sendLanguage = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await registration();
  active?.postMessage({ type: "LANGUAGE", language });
});

export const ifReady = worker.guard(async (/** @type {() => unknown} */ onReady) => {
  const { active } = await registration();
  const { port1, port2 } = new MessageChannel();
  worker.listen(port1, "message", ({ data }) => data && onReady());
  port1.start();
  active?.postMessage({ type: "READY" }, [port2]);
});

/** @returns {Promise<Partial<ServiceWorkerRegistration>>} an empty object if the browser has no service workers */
const registration = async () => (await navigator.serviceWorker?.ready) ?? {};
