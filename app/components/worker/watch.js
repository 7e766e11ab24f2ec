// Registers the service worker, looks for new versions, and tells the page what becomes of them.
const HOUR = 60 * 60 * 1000;

const { serviceWorker } = navigator;
let registration;
let previous; // the worker in charge; none before the first installation
let reloading = false;
const followed = new WeakSet();

const tell = (name, detail) => dispatchEvent(new CustomEvent(`worker:${name}`, { detail }));

/** Starts once; where workers are refused, the site goes on without. */
export async function watch() {
  if (registration !== undefined) return;
  registration = null;
  try {
    previous = (await serviceWorker.getRegistration())?.active;
    serviceWorker.addEventListener("controllerchange", take);
    registration = await serviceWorker.register("/sw.js", { scope: "/", updateViaCache: "none" });
  } catch {
    return;
  }
  follow(registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  report(registration.waiting);
  report(registration.active);
  setInterval(check, HOUR);
  document.addEventListener("visibilitychange", check);
}

/** The visitor wants the version that waits. */
export function accept() {
  registration.active?.postMessage({ type: "GIVE_UP" });
  registration.waiting?.postMessage({ type: "SKIP_WAITING" });
}

/** Tells the worker the language of the page: what "/" opens in without a network. */
export function speak(language) {
  serviceWorker.ready.then(({ active }) => active.postMessage({ type: "LANGUAGE", language }));
}

const check = () => {
  if (document.visibilityState === "visible" && navigator.onLine) registration.update().catch(() => {});
};

// The first worker takes charge of a page that is as new as itself; every later one brings another version.
function take() {
  if (previous && !reloading) {
    reloading = true;
    location.reload();
  }
  previous = serviceWorker.controller;
}

function follow(worker) {
  if (!worker || followed.has(worker)) return;
  followed.add(worker);
  worker.addEventListener("statechange", () => {
    if (worker.state === "installed") tell("installed");
    if (worker.state === "activated") tell("activated");
    report(worker);
  });
}

async function report(worker) {
  if (!/^(installed|activated)$/.test(worker?.state)) return;
  const { build, ready } = await ask(worker);
  if (worker.state === "activated" && ready) tell("offline-ready", { build });
  if (worker.state === "installed" && registration.active) tell("waiting", { build });
}

const ask = (worker) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    worker.postMessage({ type: "REPORT" }, [port2]);
  });
