// Stands in for "socket.io-client": a client that connects on stateful pages only.
//
// Reflex's state.js asks for a socket on every page as soon as the app has any state. Here public pages get a socket that
// answers each event on the spot and never opens. The first stateful page fetches the real client, hydrates, and
// the state stays through public and stateful pages until the tab is closed.
import Router from "next/router";
import site from "$/app/site.json";
import JSON5 from "./json5.js";

const STATEFUL = new RegExp(site.stateful);
const LINGER = 15_000; // ms that the socket stays open after a stateful page was left
const RETRY = 3_000; // ms until the client's code is asked for again when it did not arrive
const ANSWERED = { delta: {}, events: [], final: true };
const EVENTS = ["connect", "connect_error", "disconnect", "event", "reload"];

const onStatefulPage = () => STATEFUL.test(location.pathname);
const loadClient = () =>
  Promise.all([import(/* webpackChunkName: "private-socket" */ "socket.io-client"), JSON5.load()]);

export default function io(address, options) {
  const handlers = {}; // "$event": [...], the shape that Reflex's uploads read
  const manager = { encoder: {}, decoder: {} }; // Reflex sets replacer and tryParse on these
  let socket; // the real one
  let opening;
  let closing;
  let hydrated = false;
  let navigating = false;
  let repeats = 0; // on_load events still to come for a page that hydrated in mid-navigation

  const fire = (name, value) => (handlers[`$${name}`] || []).forEach((handler) => handler(value));
  const answer = () => setTimeout(fire, 0, "event", ANSWERED);

  const open = () => (opening ||= loadClient().then(start, retry));
  const start = ([client]) => {
    socket = client.default(address, options);
    Object.assign(socket.io.encoder, manager.encoder);
    Object.assign(socket.io.decoder, manager.decoder);
    for (const name of EVENTS) socket.on(name, (value) => fire(name, value));
    return true;
  };
  const retry = async (error) => {
    fire("connect_error", error);
    await new Promise((resolve) => setTimeout(resolve, RETRY));
    opening = null;
    return hydrated ? open() : false; // the visitor has gone to public pages: nobody waits for it
  };
  const send = async (...message) => {
    if (!(await open()) || !hydrated) return;
    if (!socket.active) socket.connect();
    socket.emit(...message);
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
  // Runs before Reflex's own handler, which emits on_load.
  Router.events.on("routeChangeComplete", () => {
    navigating = false;
    clearTimeout(closing);
    if (onStatefulPage() || !hydrated) return;
    closing = setTimeout(close, LINGER);
    fire("event", ANSWERED); // an answer still to come must not hold up the public page's own events
  });

  const emitOnPublicPage = (name, event, lifecycle) => {
    // What a stateful page left in Reflex's queue still goes out. The rest has nobody to ask.
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
    on(name, handler) {
      (handlers[`$${name}`] ||= []).push(handler);
      return this;
    },
    off(name, handler) {
      handlers[`$${name}`] = (handlers[`$${name}`] || []).filter((other) => other !== handler);
      return this;
    },
    connect() {
      // Once more while it is connecting, and the server would turn it away as one that is connected already.
      if (onStatefulPage()) open().then((opened) => opened && !socket.active && socket.connect());
      return this;
    },
    disconnect() {
      socket?.disconnect();
      return this;
    },
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
        // Arrived from a public page: hydrate first, as Reflex does after a restart of its server.
        fire("reload", onLoad ? undefined : event);
      } else if (repeats && onLoad && !--repeats) {
        answer(); // Reflex adds an on_load at the end of the navigation: the page has had its own
      } else {
        send(name, event);
      }
      return this;
    },
  };
}
