// Registers the service worker, looks for new versions, and tells of them by events on `window`.
import { afterLoad } from "$/app/browser/idle.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";
import { startPolling } from "./polling.js";

const SETTLED = /^(installed|activated)$/;

/** @type {ServiceWorker} */
let followed; // the one that is being installed
/** @type {ServiceWorkerRegistration} */
let registration;
/** @type {ServiceWorker | null | undefined} */
let previous; // the version before another one takes over; none before the first installation

/**
 * @param {string} name
 * @param {string} [build]
 */
const say = (name, build) => {
  handover.workerBuilds[name] = build;
  dispatchEvent(new CustomEvent(`worker:${name}`, { detail: { build } }));
};

/**
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: Event) => unknown} task
 */
const listen = (target, type, task) => target.addEventListener(type, guarded("worker", task));

/** Registers the worker once the page is idle, and follows it. Until then another tab may have taken a new version. */
export const watchWorker = guarded("worker", async () => {
  const serviceWorker = navigator.serviceWorker;
  if (!serviceWorker) return;
  previous = serviceWorker.controller;
  listen(serviceWorker, "controllerchange", take);
  await new Promise(afterLoad);
  registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" }); // its scope is "/"
  previous = registration.active;
  follow(registration.installing);
  listen(registration, "updatefound", () => follow(registration.installing));
  startPolling("worker", () => registration.update().catch(() => {})); // a failure is the network's fault
  await Promise.all([report(registration.waiting), report(registration.active)]);
});

/**
 * The first worker is of the same build as the page; every later one is of another, so the page has to be reloaded:
 * once that one is activated, as Chromium may lose a request that waits for it.
 *
 * @param {any} event of the container
 */
function take(event) {
  /** @type {ServiceWorker} */
  const worker = event.target.controller;
  const reload = () => {
    if (previous && worker.state === "activated") previous = /** @type {any} */ (location.reload()); // once
  };
  if (previous) {
    listen(worker, "statechange", reload);
    reload();
  } else previous = worker;
}

/** @param {ServiceWorker | null} installing */
function follow(installing) {
  if (!installing || installing === followed) return;
  followed = installing;
  listen(installing, "statechange", () => {
    if (SETTLED.test(installing.state)) say(installing.state);
    return report(installing);
  });
}

/** @param {ServiceWorker | null} subject */
async function report(subject) {
  if (!subject || !SETTLED.test(subject.state)) return;
  const { build, ready } = await ask(subject);
  if (ready) say("offline-ready", build);
  if (subject.state === "installed" && registration.active) say("waiting", build);
}

/**
 * @param {ServiceWorker} subject
 * @returns {Promise<{ build: string, ready: boolean }>}
 */
const ask = (subject) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    subject.postMessage({ type: "REPORT", state: subject.state }, [port2]);
  });
