export default (address, options) => {
  const handlers = {};
  const socket = {
    address,
    options,
    sent: [],
    ids: [],
    payloads: [],
    silent: false,
    active: true,
    connected: false,
    connects: 0,
    isDown: globalThis.serverIsDown,
    io: { encoder: {}, decoder: {} },
    on: (name, handler) => {
      (handlers[name] ||= []).push(handler);
    },
    receive: (name, ...values) => (handlers[name] || []).forEach((handler) => handler(...values)),
    reach: () => {
      if (socket.isDown || !socket.active) return;
      socket.connected = true;
      socket.receive("connect");
    },
    connect: () => {
      socket.active = true;
      socket.connects++;
      queueMicrotask(socket.reach);
    },
    disconnect: () => {
      socket.active = socket.connected = false;
      socket.receive("disconnect");
    },
    cut: (context) => {
      socket.connected = false;
      socket.receive("disconnect", "transport close", { context });
    },
    answer: (name) => {
      const delta = name.endsWith(".hydrate") ? { reflex___state____state: { is_hydrated: false } } : {};
      socket.receive("event", { delta, events: [], final: true });
    },
    emit: (_name, event) => {
      socket.sent.push(event.name.split(".").pop());
      socket.ids.push(event.id);
      socket.payloads.push(event.payload);
      if (!socket.silent) queueMicrotask(() => socket.answer(event.name));
    },
  };
  sockets.push(socket);
  queueMicrotask(socket.reach);
  return socket;
};
