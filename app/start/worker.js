// Registers the service worker, polls for new versions, and announces them with `worker:` events on `window`.
import { afterLoad } from "$/app/browser/idle.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";
import { startPolling } from "./polling.js";

const SETTLED = /^(installed|activated)$/;

/** @type {ServiceWorker} */
let watched; // the service worker that is being installed
/** @type {ServiceWorkerRegistration} */
let registration;
/** @type {ServiceWorker | null | undefined} */
let previous; // the active service worker until the next one takes over
let isReloading = false;

/**
 * @param {string} name
 * @param {string} [build]
 */
const announce = (name, build) => {
  handover.workerBuilds[name] = build;
  dispatchEvent(new CustomEvent(`worker:${name}`, { detail: { build } }));
};

/**
 * @param {EventTarget} target
 * @param {string} type
 * @param {(event: Event) => unknown} task
 */
const listen = (target, type, task) => target.addEventListener(type, guarded("worker", task));

/** Registers the service worker once the page is idle, and polls for new versions. */
export const watchWorker = guarded("worker", async () => {
  const serviceWorker = navigator.serviceWorker;
  if (!serviceWorker) return;
  previous = serviceWorker.controller;
  listen(serviceWorker, "controllerchange", reloadOnUpdate);
  await new Promise(afterLoad);
  registration = await serviceWorker.register("/sw.js", { updateViaCache: "none" });
  previous = registration.active;
  watchInstallation(registration.installing);
  listen(registration, "updatefound", () => watchInstallation(registration.installing));
  startPolling("worker", () => registration.update().catch(() => {})); // network errors are not reported
  await Promise.all([announceState(registration.waiting), announceState(registration.active)]);
});

/**
 * Reloads the page once a new service worker controls it and is activated. Before activation, Chromium can lose
 * requests. The first service worker belongs to the page's own build and needs no reload.
 *
 * @param {any} event the `controllerchange` event
 */
function reloadOnUpdate(event) {
  /** @type {ServiceWorker} */
  const controller = event.target.controller;
  const reload = () => {
    if (isReloading || controller.state !== "activated") return;
    isReloading = true;
    location.reload();
  };
  if (previous) {
    listen(controller, "statechange", reload);
    reload();
  } else previous = controller;
}

/** @param {ServiceWorker | null} installing */
function watchInstallation(installing) {
  if (!installing || installing === watched) return;
  watched = installing;
  listen(installing, "statechange", () => {
    if (SETTLED.test(installing.state)) announce(installing.state);
    return announceState(installing);
  });
}

/** @param {ServiceWorker | null} serviceWorker */
async function announceState(serviceWorker) {
  if (!serviceWorker || !SETTLED.test(serviceWorker.state)) return;
  const { build, ready } = await requestReport(serviceWorker);
  if (ready) announce("offline-ready", build);
  if (serviceWorker.state === "installed" && registration.active) announce("waiting", build);
}

/**
 * @param {ServiceWorker} serviceWorker
 * @returns {Promise<{ build: string, ready: boolean }>}
 */
const requestReport = (serviceWorker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    serviceWorker.postMessage({ type: "REPORT", state: serviceWorker.state }, [port2]);
  });
