// Replaces "socket.io-client" with a client that connects only when a page needs the server. The client connects if a
// page has an `on_load` handler, or if the server has the tab's state. Otherwise, the client responds to page-load
// events itself and connects when the page sends an event of another kind. If the connection is lost before the server
// responds to an event, the client sends the event again. The server ignores repeated events (app/seam/events.py).
import Router from "next/router";
import { session as storage } from "$/app/browser/storage.js";
import { state_name as ROOT_STATE } from "$/utils/context";
import {
  connectionOf,
  FINAL,
  fitting,
  hasOnLoad,
  hydrated,
  lifecycleOf,
  localReply,
  shownContents,
} from "../page_state.js";
import { unansweredEvent } from "../unanswered_event.js";
import JSON5 from "./json5.js";

const SENT = "state-sent"; // a session storage key, set once the tab has sent an event
const LINGER_MS = 15_000; // how long the socket stays open after the visitor has left the pages that use the server
const RETRY_MS = 3_000; // the delay between attempts to load the original client
const RETURN_MS = 3_000; // the delay before reconnecting if the visitor stays on the page after `beforeunload`
const REJECTED = [1008, 1009]; // close codes for invalid events and for events that are too long
const FORWARDED = ["connect_error", "reload"];

let updatedPath = ""; // the path of the page that received the latest update

const hasState = () => connectionOf() !== undefined && storage.getItem(SENT) === "1";
const loadClient = () =>
  Promise.all([import(/* webpackChunkName: "private-socket" */ "socket.io-client"), JSON5.load()]);

/**
 * @typedef {import("socket.io-client").Socket} Socket
 * @typedef {import("../page_state.js").ReflexEvent} ReflexEvent
 * @typedef {{ delta: Record<string, any>, events?: object[], final: boolean }} Update
 * @typedef {(value?: any) => void} Handler
 */

export const tab = {
  /** Resolves when the server has the tab's state, which uploads need. */
  hydrated: async () => {},
};

/** Returns the state that each new page resets. */
const newPage = () => ({
  isWanted: false, // whether the page has sent an event
  isShown: false, // whether the page has received its state
  isNavigating: false,
  closing: /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined), // the timer for closing the socket
});

/** Returns the state that is reset when the client closes the socket. */
const newConnection = () => ({
  isHydrated: false, // whether the server has this tab's state
  isComplete: false, // whether the page has received the tab's state
  hasConnected: false,
  onLoadsLeft: 0, // the number of on_load events still to come if Reflex sends two
});

/**
 * @param {string} url
 * @param {object} options
 */
export default function io(url, options) {
  /** @type {Record<string, Handler[]>} */
  const handlers = {}; // keyed by "$" plus the event name, because Reflex reads `_callbacks.$event`
  const manager = { encoder: {}, decoder: {} }; // Reflex adds functions here; `start` copies them to the real client
  /** @type {Socket | undefined} */
  let socket; // the real client's socket
  /** @type {Promise<boolean> | null | undefined} */
  let opening;
  let page = newPage();
  let connection = newConnection();
  let isResuming = false; // whether the document shows what the server sent on an earlier connection
  const unanswered = unansweredEvent();
  /** @type {Handler[]} */
  const uploads = []; // functions to call when the page has received the tab's state

  /** @type {(name: string, value?: unknown) => void} */
  const fire = (name, value) => (handlers[`$${name}`] || []).forEach((handler) => handler(value));
  /** @param {object} update */
  const answer = (update) => setTimeout(fire, 0, "event", update);
  const needsServer = () => page.isWanted || hasOnLoad() || hasState();

  const open = () => (opening ||= loadClient().then(start, retry));
  /** @param {Awaited<ReturnType<typeof loadClient>>} loaded */
  const start = ([client]) => {
    const real = /** @type {any} */ (client.default(url, options));
    socket = real;
    Object.assign(real.io.encoder, manager.encoder);
    Object.assign(real.io.decoder, manager.decoder);
    real.on("event", onUpdate);
    for (const name of FORWARDED) real.on(name, (/** @type {unknown} */ value) => fire(name, value));
    real.on("connect", onConnect);
    real.on("disconnect", onDisconnect);
    return true;
  };
  /** @type {(error: unknown) => Promise<boolean>} */
  const retry = async (error) => {
    fire("connect_error", error);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    opening = null;
    return connection.isHydrated ? open() : false; // until the server has the tab's state, no socket is needed
  };

  /** @param {Update} update */
  const onUpdate = (update) => {
    if (update.final) unanswered.clear();
    updatedPath = location.pathname;
    fire("event", update);
    const hydration = update.delta[ROOT_STATE]?.is_hydrated;
    page.isShown ||= hydration === true;
    connection.isComplete ||= hydration === true;
    if (connection.isComplete) uploads.splice(0).forEach((start) => start());
    // Overrides `is_hydrated`, so that the page stays visible while the server sends the state.
    if ((page.isShown || !hasOnLoad()) && hydration === false) {
      fire("event", { delta: hydrated(), events: [], final: !unanswered.get() });
    }
  };
  // Hydrates the page again after a lost connection, because updates might have been lost.
  const onConnect = () => {
    fire("connect");
    if (!connection.hasConnected || !connection.isHydrated) unanswered.sendOnce(socket);
    else {
      const lost = unanswered.ofVisitor();
      isResuming = true;
      page.isWanted ||= lost !== undefined;
      fire("reload", lost);
    }
    connection.hasConnected = true;
  };
  /** @type {(reason: string, details?: { context?: { code?: number } }) => void} */
  const onDisconnect = (_reason, details) => {
    const event = unanswered.get();
    if (event && REJECTED.includes(details?.context?.code ?? 0)) {
      console.error(`The server does not accept the event ${event.name}.`);
      // Omits the contents from now on. After a rollback, the server runs an earlier release, which rejects them.
      if (lifecycleOf(event)) updatedPath = "";
      else dispatchEvent(new CustomEvent("event:failed", { detail: true }));
      unanswered.clear();
    }
    unanswered.onDisconnect();
    // Makes Reflex stop waiting for a response, unless this client is going to resend the event.
    if (!unanswered.get()) fire("disconnect");
  };

  /** @param {ReflexEvent} event */
  const send = async (event) => {
    unanswered.set(event);
    if (!(await open()) || !connection.isHydrated || !socket) return;
    if (!socket.active) socket.connect();
    unanswered.sendOnce(socket);
  };
  /** @param {ReflexEvent} event */
  const hydrate = (event) => {
    connection.isHydrated = true;
    connection.onLoadsLeft = page.isNavigating ? 2 : 0; // Reflex sends two if a navigation hydrates the page
    const contents = () => (location.pathname === updatedPath ? shownContents() : {});
    send(isResuming ? { ...event, payload: { resuming: true, ...contents() } } : event);
    isResuming = false;
  };
  const demand = () => {
    page.isWanted = true;
    storage.setItem(SENT, 1);
    dispatchEvent(new CustomEvent("event:failed", { detail: false }));
  };
  tab.hydrated = () => {
    demand();
    // Waits, because Reflex is still processing the upload's event.
    if (!connection.isHydrated) setTimeout(() => connection.isHydrated || fire("reload"));
    return new Promise((resolve) => (connection.isComplete ? resolve() : uploads.push(resolve)));
  };

  const closeUnlessNeeded = () => {
    if (needsServer() && connectionOf() !== undefined) return;
    if (unanswered.get()) page.closing = setTimeout(closeUnlessNeeded, LINGER_MS);
    else close();
  };
  const close = () => {
    isResuming ||= connection.isHydrated;
    connection = newConnection();
    socket?.disconnect();
    fire("event", FINAL);
  };

  Router.events.on("routeChangeStart", () => {
    page.isNavigating = true;
  });
  Router.events.on("routeChangeError", () => {
    page.isNavigating = false;
  });
  // This handler must run before Reflex's handler, which sends the on_load event.
  Router.events.on("routeChangeComplete", () => {
    clearTimeout(page.closing);
    page = newPage();
    if (hasOnLoad() || !connection.isHydrated) return;
    page.closing = setTimeout(closeUnlessNeeded, LINGER_MS);
    if (unanswered.ofVisitor() && !socket?.connected) return;
    unanswered.clear();
    fire("event", FINAL); // makes Reflex stop waiting, which would delay the next page's events
  });

  return {
    _callbacks: handlers,
    io: manager,
    get connected() {
      return needsServer() ? Boolean(socket?.connected) : true;
    },
    get active() {
      return Boolean(socket?.active);
    },
    /** @type {(name: string, handler: Handler) => object} */
    on(name, handler) {
      (handlers[`$${name}`] ||= []).push(handler);
      return this;
    },
    connect() {
      // If the socket is active, do not connect again, because the server rejects a second connection.
      if (needsServer()) open().then((opened) => opened && !socket?.active && socket?.connect());
      return this;
    },
    // Reflex calls this function at `beforeunload`. If the visitor does not leave the page, the client reconnects. For
    // example, a click on a download does not leave the page.
    disconnect() {
      socket?.disconnect();
      setTimeout(() => connectionOf() !== undefined && this.connect(), RETURN_MS);
      return this;
    },
    /** @type {(name: string, event: ReflexEvent) => object} */
    emit(_name, event) {
      const lifecycle = lifecycleOf(event);
      if (!lifecycle) demand();
      if (!needsServer()) {
        answer(localReply(event));
      } else if (lifecycle === "hydrate") {
        hydrate(event);
      } else if (!connection.isHydrated) {
        // The server does not have this tab's state, so Reflex must hydrate the page before sending this event.
        fire("reload", lifecycle ? undefined : event);
      } else if (lifecycle === "on_load_internal" && connection.onLoadsLeft && !--connection.onLoadsLeft) {
        answer(FINAL); // skips Reflex's second on_load event
      } else if (lifecycle === "update_vars_internal") {
        send({ ...event, payload: { vars: fitting(event.payload.vars) } });
      } else {
        send(event);
      }
      return this;
    },
  };
}
