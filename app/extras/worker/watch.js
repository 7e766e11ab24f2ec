// What the page asks of the service worker, which the start script registers (app/start/worker.js).
import { extra } from "$/app/guard/extra.js";

const worker = extra("worker");

/** Has the version that waits take over, as the visitor has agreed. */
export const accept = worker.guard(async () => {
  const { waiting } = await registration();
  waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Tells the worker the page's language, in which "/" opens without a network. */
export const speak = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await registration();
  active?.postMessage({ type: "LANGUAGE", language });
});

/** Calls `told` if the worker keeps the whole site. */
export const ifReady = worker.guard(async (/** @type {() => unknown} */ told) => {
  const { active } = await registration();
  const { port1, port2 } = new MessageChannel();
  worker.listen(port1, "message", ({ data }) => data && told());
  port1.start();
  active?.postMessage({ type: "READY" }, [port2]);
});

const registration = () => navigator.serviceWorker.ready;
