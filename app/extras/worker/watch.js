// Registers the service worker, looks for new versions, and tells the page what becomes of them.
import { isOnline } from "$/app/browser/network.js";
import { extra } from "$/app/guard/extra.js";

const HOUR = 60 * 60 * 1000; // ms

const worker = extra("worker");
const followed = new WeakSet();
let watching = false;
let registration;
let previous; // the worker in charge; none before the first installation
let reloading = false;

const say = (name, detail) => dispatchEvent(new CustomEvent(`worker:${name}`, { detail }));

/** Starts once. */
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
    worker.every(HOUR, check);
    worker.listen(document, "visibilitychange", check);
    await Promise.all([report(registration.waiting), report(registration.active)]);
  });

/** The visitor wants the version that waits. */
export const accept = worker.guard(() => {
  registration.active?.postMessage({ type: "GIVE_UP" });
  registration.waiting?.postMessage({ type: "SKIP_WAITING" });
});

/** Tells the worker the language of the page: what "/" opens in without a network. */
export const speak = worker.guard(async (language) => {
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ type: "LANGUAGE", language });
});

const check = async () => {
  if (document.visibilityState !== "visible" || !isOnline()) return;
  await registration.update().catch(() => {}); // the network's fault
};

// The first worker takes charge of a page that is as new as itself; every later one brings another version.
function take() {
  if (previous && !reloading) {
    reloading = true;
    location.reload();
  }
  previous = navigator.serviceWorker.controller;
}

function follow(installing) {
  if (!installing || followed.has(installing)) return;
  followed.add(installing);
  worker.listen(installing, "statechange", () => {
    if (installing.state === "installed") say("installed");
    if (installing.state === "activated") say("activated");
    return report(installing);
  });
}

async function report(subject) {
  if (!/^(installed|activated)$/.test(subject?.state)) return;
  const { build, ready } = await ask(subject);
  if (subject.state === "activated" && ready) say("offline-ready", { build });
  if (subject.state === "installed" && registration.active) say("waiting", { build });
}

const ask = (subject) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = worker.guard(({ data }) => resolve(data));
    subject.postMessage({ type: "REPORT" }, [port2]);
  });
