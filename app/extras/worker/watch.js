// Registers the service worker, looks for new versions, and tells the page of them by events.
import { isOnline } from "$/app/browser/network.js";
import { extra } from "$/app/guard/extra.js";

const UPDATE_MS = 60 * 60 * 1000; // between two looks for a new version

const worker = extra("worker");
/** @type {WeakSet<ServiceWorker>} */
const followed = new WeakSet();
let watching = false;
/** @type {ServiceWorkerRegistration} */
let registration;
/** @type {ServiceWorker | null | undefined} */
let previous; // the worker that controls the page; none before the first installation
let reloading = false;

/**
 * @param {string} name
 * @param {object} [detail]
 */
const say = (name, detail) => dispatchEvent(new CustomEvent(`worker:${name}`, { detail }));

/** Registers the worker and follows it; once, however often it is called. */
export const watch = () =>
  worker.run(async () => {
    if (watching) return;
    watching = true;
    const { serviceWorker } = navigator;
    previous = (await serviceWorker.getRegistration())?.active;
    worker.listen(serviceWorker, "controllerchange", take);
    registration = await serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
    follow(registration.installing);
    worker.listen(registration, "updatefound", () => follow(registration.installing));
    worker.every(UPDATE_MS, check);
    worker.listen(document, "visibilitychange", check);
    await Promise.all([report(registration.waiting), report(registration.active)]);
  });

/** Has the version that waits take over, as the visitor has agreed. */
export const accept = worker.guard(() => {
  registration.active?.postMessage({ type: "GIVE_UP" });
  registration.waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Tells the worker the page's language, in which "/" opens without a network. */
export const speak = worker.guard(async (/** @type {string} */ language) => {
  const { active } = await navigator.serviceWorker.ready;
  /** @type {ServiceWorker} */ (active).postMessage({ type: "LANGUAGE", language });
});

const check = async () => {
  if (document.visibilityState !== "visible" || !isOnline()) return;
  await registration.update().catch(() => {}); // the network's fault
};

// The first worker is of the same build as the page; every later one is of another, so the page has to be reloaded.
function take() {
  if (previous && !reloading) {
    reloading = true;
    location.reload();
  }
  previous = navigator.serviceWorker.controller;
}

/** @param {ServiceWorker | null} installing */
function follow(installing) {
  if (!installing || followed.has(installing)) return;
  followed.add(installing);
  worker.listen(installing, "statechange", () => {
    if (installing.state === "installed") say("installed");
    if (installing.state === "activated") say("activated");
    return report(installing);
  });
}

/** @param {ServiceWorker | null} subject */
async function report(subject) {
  if (!subject || !/^(installed|activated)$/.test(subject.state)) return;
  const { build, ready } = await ask(subject);
  if (subject.state === "activated" && ready) say("offline-ready", { build });
  if (subject.state === "installed" && registration.active) say("waiting", { build });
}

/**
 * @param {ServiceWorker} subject
 * @returns {Promise<{ build: string, ready: boolean }>}
 */
const ask = (subject) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = worker.guard((/** @type {MessageEvent} */ { data }) => resolve(data));
    subject.postMessage({ type: "REPORT" }, [port2]);
  });
