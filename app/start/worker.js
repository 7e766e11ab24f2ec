// Registers the service worker that the page specifies (app/extras/worker). Polls for new versions and announces them
// with `worker:…` events on `window`.
import { afterLoad } from "$/app/browser/idle.js";
import { retryIfLeft } from "$/app/browser/leaving.js";
import { guarded } from "./guarded.js";
import { handover } from "./handover.js";
import { startPolling } from "./polling.js";
import { untilOnline } from "./retry.js";

const BUSY_POLL_MS = 1_000;
const RETRY_MS = 10_000;
const MAX_RETRY_MS = 80_000;
const SETTLED = /^(installed|activated)$/;

/** @type {Set<unknown>} */
const handled = new Set(); // service workers already watched, and keys of scripts already registered
/** @type {ServiceWorker | null | undefined} */
let previous; // the active service worker before the update
let isReloading = false;

/** @type {(name: string, serviceWorker: ServiceWorker, build?: string) => void} */
const announce = (name, { scriptURL: script }, build) => {
  handover.workerEvents.push([name, script, build]);
  dispatchEvent(new CustomEvent(`worker:${name}`, { detail: { script, build } }));
};

/** @type {(target: EventTarget, type: string, task: (event: Event) => unknown) => void} */
const listen = (target, type, task) => target.addEventListener(type, guarded("worker", task));

export const watchWorker = guarded("worker", async () => {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  previous = serviceWorker.controller;
  listen(serviceWorker, "controllerchange", reloadOnUpdate);
  listen(serviceWorker, "message", reloadOnRequest);
  await new Promise(afterLoad);
  handover.register = register;
  await register(document.querySelector("[data-worker]")); // components may add more service workers later
});

const register = guarded("worker", async (/** @type {any} */ mark) => {
  const { worker, scope } = mark?.dataset || {};
  const key = `${worker} ${scope}`;
  if (!worker || handled.has(key)) return;
  const isFirst = !handled.size;
  handled.add(key);
  const registration = await request(worker, scope);
  if (isFirst) previous = registration.active;
  listen(registration, "updatefound", () => watchState(registration, registration.installing));
  startPolling("worker", () => registration.update().catch(() => {})); // updates fail without a network
  const { installing, waiting, active } = registration;
  for (const each of [installing, waiting, active]) watchState(registration, each);
  if (!(installing || waiting || active)) announceHidden(registration);
  await Promise.all([waiting, active].map((each) => announceState(registration, each)));
});

/**
 * Registers a service worker. Retries a lost request when the browser is online again, or after a delay that doubles.
 * Rejects after the fifth failure while online.
 *
 * @param {string} worker
 * @param {string} [scope]
 * @param {number} [delay] in milliseconds
 * @returns {Promise<ServiceWorkerRegistration>}
 */
async function request(worker, scope, delay = RETRY_MS) {
  let isOffline;
  try {
    return await retryIfLeft(() => navigator.serviceWorker.register(worker, { scope, updateViaCache: "none" }));
  } catch (error) {
    isOffline = navigator.onLine === false;
    if (!isLost(/** @type {Error} */ (error)) || (delay > MAX_RETRY_MS && !isOffline)) throw error;
    console.warn("The service worker waits for its script:", error);
  }
  await untilOnline(delay);
  return request(worker, scope, isOffline ? RETRY_MS : 2 * delay);
}

/** @param {Error} error */
const isLost = ({ name, message }) =>
  name === "TypeError" || (name === "SecurityError" && /MIME|redirect|SSL/.test(message));

/** Announces a service worker that WebKit did not expose while the worker was installing. */
const announceHidden = guarded("worker", async (/** @type {any} */ registration) => {
  await navigator.serviceWorker.ready;
  /** @type {ServiceWorker} */
  const active = registration.active;
  if (!active || handled.has(active)) return;
  handled.add(active);
  while (active.state === "activating")
    await new Promise((resolve) => active.addEventListener("statechange", resolve, { once: true }));
  announce("installed", active);
  announce("activated", active);
  await announceState(registration, active);
});

/**
 * Reloads the page once an updated service worker is active. In Chromium, a reload before that could lose requests. The
 * first installation needs no reload, because the page already has the same build.
 *
 * @param {any} event the `controllerchange` event
 */
function reloadOnUpdate(event) {
  /** @type {ServiceWorker} */
  const controller = event.target.controller;
  const reloadIfActivated = () => controller.state === "activated" && reload();
  if (previous && previous !== controller) {
    listen(controller, "statechange", reloadIfActivated);
    reloadIfActivated();
  } else previous = controller;
}

/**
 * Reloads the page when an old service worker has unregistered itself (pwa/worker/takeover.js).
 *
 * @param {any} event the `message` event
 */
function reloadOnRequest({ data, ports: [port] }) {
  if (data !== "reload") return;
  port.postMessage(data);
  reload();
}

/** Reloads the page once no inquiry can be lost. */
const reload = guarded("worker", () => {
  if (isReloading) return;
  isReloading = !handover.isBusy?.();
  if (isReloading) location.reload();
  else setTimeout(reload, BUSY_POLL_MS);
});

/**
 * Announces each change of a service worker's state.
 *
 * @param {ServiceWorkerRegistration} registration
 * @param {ServiceWorker | null} serviceWorker
 */
function watchState(registration, serviceWorker) {
  if (!serviceWorker || handled.has(serviceWorker)) return;
  handled.add(serviceWorker);
  listen(serviceWorker, "statechange", () => {
    if (SETTLED.test(serviceWorker.state)) announce(serviceWorker.state, serviceWorker);
    return announceState(registration, serviceWorker);
  });
}

/** @type {(registration: ServiceWorkerRegistration, serviceWorker: ServiceWorker | null) => Promise<void>} */
async function announceState(registration, serviceWorker) {
  if (!serviceWorker || !SETTLED.test(serviceWorker.state)) return;
  const { build, ready } = await requestReport(serviceWorker);
  if (ready) announce("offline-ready", serviceWorker, build);
  if (serviceWorker.state === "installed" && registration.active) announce("waiting", serviceWorker, build);
}

/** @type {(serviceWorker: ServiceWorker) => Promise<{ build: string, ready: boolean }>} */
const requestReport = (serviceWorker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => resolve(event.data);
    serviceWorker.postMessage({ type: "REPORT", state: serviceWorker.state }, [port2]);
  });
