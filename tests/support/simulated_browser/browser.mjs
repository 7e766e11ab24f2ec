// The globals of a browser, and functions for time.
import { mock } from "node:test";

process.env.NODE_ENV = "production";
mock.timers.enable({ apis: ["setTimeout"] });
Object.assign(globalThis, {
  window: globalThis,
  sockets: [], // all opened sockets
  errors: [], // connection errors that Reflex received
  location: { pathname: "/", origin: "https://otisk.test", protocol: "https:", hostname: "otisk.test" },
  document: { cookie: "", visibilityState: "visible", documentElement: {}, listeners: {} },
  sessionStorage: { getItem: () => "a tab" },
  localStorage: { getItem: () => null }, // Reflex reads it if any page has an `rx.LocalStorage`
});
Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0" }); // Node's user agent would count as a crawler
globalThis.addEventListener = globalThis.removeEventListener = globalThis.dispatchEvent = /** @type {any} */ (() => {});
document.querySelector = () => {
  if (location.pathname.includes("patreon/private")) return { dataset: { connection: "load" } };
  return location.pathname.includes("counter") ? { dataset: { connection: "" } } : null;
};
document.addEventListener = (name, listener) => {
  document.listeners[name] = listener;
};
console.log = () => {};

/** Returns a `Storage` whose properties are its values. */
globalThis.createStorage = (/** @type {any} */ values = {}) =>
  Object.defineProperties(values, {
    getItem: {
      value(key) {
        return this[key] ?? null;
      },
    },
    setItem: {
      value(key, value) {
        this[key] = String(value);
      },
    },
    removeItem: {
      value(key) {
        delete this[key];
      },
    },
  });

/** Runs all pending tasks. */
globalThis.settle = async () => {
  for (let turn = 0; turn < 50; turn++) {
    mock.timers.tick(0);
    await new Promise(setImmediate);
  }
};
/** Lets time pass. */
globalThis.pass = async (milliseconds) => {
  mock.timers.tick(milliseconds);
  await settle();
};
