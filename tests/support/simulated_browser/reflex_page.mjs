// Loads and changes pages as Reflex does, and sends Reflex's events.

globalThis.load = async (path) => {
  location.pathname = path;
  const { useEventLoop } = await import("$/utils/state.js");
  const { initialEvents } = await import("$/utils/context.js");
  const dispatch = new Proxy({}, { get: () => () => {} });
  const [add] = useEventLoop(dispatch, initialEvents, {});
  globalThis.press = (name) => add([{ name: `reflex___state____state.members_state.${name}`, payload: {} }]);
  globalThis.upload = () => {
    const payload = { files: [new Blob(["a"])], upload_id: "papers" };
    return add([{ name: "reflex___state____state.papers.receive", handler: "uploadFiles", payload }]);
  };
  globalThis.call = (name) => add([{ name: "_call_function", payload: { function: () => called.push(name) } }]);
  globalThis.called = [];
  await settle();
};

/** Navigates. */
globalThis.go = async (path, meanwhile = () => {}) => {
  const { default: Router } = await import("next/router");
  Router.events.emit("routeChangeStart");
  location.pathname = path;
  await meanwhile();
  Router.events.emit("routeChangeComplete");
  await settle();
};
