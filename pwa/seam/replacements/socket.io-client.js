// Replaces "socket.io-client" with a client that connects on stateful pages only.
//
// Reflex's state.js opens a socket on every page. On public pages, this client never connects, and replies to each
// event itself. The first stateful page loads the original client, and hydrates the state for the tab's lifetime.
import Router from "next/router";
import site from "$/app/site.json";
import JSON5 from "./json5.js";

const PRIVATE = new RegExp(site.private);
const LINGER_MS = 15_000; // time from leaving a stateful page until the socket closes
const RETRY_MS = 3_000; // time before loading the original client again
const ANSWERED = { delta: {}, events: [], final: true };
const EVENTS = ["connect", "connect_error", "disconnect", "event", "reload"];

const onStatefulPage = () => PRIVATE.test(location.pathname);
const loadClient = () =>
  Promise.all([import(/* webpackChunkName: "private-socket" */ "socket.io-client"), JSON5.load()]);

/**
 * @typedef {import("socket.io-client").Socket} Socket
 * @typedef {{ name?: string }} ReflexEvent
 * @typedef {(value?: unknown) => void} Handler
 */

/**
 * @param {string} url
 * @param {object} options
 */
export default function io(url, options) {
  /** @type {Record<string, Handler[]>} */
  const handlers = {}; // keys such as "$event", because Reflex's uploads read them
  const manager = { encoder: {}, decoder: {} }; // Reflex sets functions on the encoder and decoder
  /** @type {Socket | undefined} */
  let socket; // the original client's socket
  /** @type {Promise<boolean> | null | undefined} */
  let opening;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let closing;
  let hydrated = false;
  let navigating = false;
  let repeats = 0; // number of on_load events to expect after hydrating during a navigation

  /** @type {(name: string, value?: unknown) => void} */
  const fire = (name, value) => (handlers[`$${name}`] || []).forEach((handler) => handler(value));
  const answer = () => setTimeout(fire, 0, "event", ANSWERED);

  const open = () => (opening ||= loadClient().then(start, retry));
  /** @param {Awaited<ReturnType<typeof loadClient>>} loaded */
  const start = ([client]) => {
    const real = /** @type {any} */ (client.default(url, options));
    socket = real;
    Object.assign(real.io.encoder, manager.encoder);
    Object.assign(real.io.decoder, manager.decoder);
    for (const name of EVENTS) real.on(name, (/** @type {unknown} */ value) => fire(name, value));
    return true;
  };
  /**
   * @param {unknown} error
   * @returns {Promise<boolean>}
   */
  const retry = async (error) => {
    fire("connect_error", error);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    opening = null;
    return hydrated ? open() : false; // public pages do not need the socket
  };
  /** @type {(name: string, event?: ReflexEvent) => Promise<void>} */
  const send = async (name, event) => {
    if (!(await open()) || !hydrated || !socket) return;
    if (!socket.active) socket.connect();
    socket.emit(name, event);
  };
  const close = () => {
    hydrated = false;
    socket?.disconnect();
    fire("event", ANSWERED);
  };

  Router.events.on("routeChangeStart", () => {
    navigating = true;
  });
  Router.events.on("routeChangeError", () => {
    navigating = false;
  });
  // This handler runs before Reflex's own, which emits on_load.
  Router.events.on("routeChangeComplete", () => {
    navigating = false;
    clearTimeout(closing);
    if (onStatefulPage() || !hydrated) return;
    closing = setTimeout(close, LINGER_MS);
    fire("event", ANSWERED); // completes a pending event, which would delay the public page's events
  });

  /** @type {(name: string, event?: ReflexEvent, lifecycle?: boolean) => void} */
  const emitOnPublicPage = (name, event, lifecycle) => {
    // Sends events that a stateful page left in Reflex's queue. Other events do not need the server.
    if (hydrated && !lifecycle) send(name, event);
    answer();
  };

  return {
    _callbacks: handlers,
    io: manager,
    get connected() {
      return onStatefulPage() ? Boolean(socket?.connected) : true;
    },
    get active() {
      return Boolean(socket?.active);
    },
    /** @type {(name: string, handler: Handler) => object} */
    on(name, handler) {
      (handlers[`$${name}`] ||= []).push(handler);
      return this;
    },
    /** @type {(name: string, handler: Handler) => object} */
    off(name, handler) {
      handlers[`$${name}`] = (handlers[`$${name}`] || []).filter((other) => other !== handler);
      return this;
    },
    connect() {
      // Leaves an active socket alone, because the server rejects a second connection of the same client.
      if (onStatefulPage()) open().then((opened) => opened && !socket?.active && socket?.connect());
      return this;
    },
    disconnect() {
      socket?.disconnect();
      return this;
    },
    /** @type {(name: string, event?: ReflexEvent) => object} */
    emit(name, event) {
      const hydrate = event?.name?.endsWith(".hydrate");
      const onLoad = event?.name?.endsWith(".on_load_internal");
      if (!onStatefulPage()) {
        emitOnPublicPage(name, event, hydrate || onLoad);
      } else if (hydrate) {
        hydrated = true;
        repeats = navigating ? 2 : 0;
        send(name, event);
      } else if (!hydrated) {
        // After a public page, makes Reflex hydrate first, as it does after a restart of the server.
        fire("reload", onLoad ? undefined : event);
      } else if (repeats && onLoad && !--repeats) {
        answer(); // skips the second on_load, which Reflex emits at the end of the navigation
      } else {
        send(name, event);
      }
      return this;
    },
  };
}
