// Stores the event that the server has not answered yet. There is at most one, because Reflex waits for each response.
import { lifecycleOf } from "./page_state.js";

/** @typedef {import("./page_state.js").ReflexEvent} ReflexEvent */

export function unansweredEvent() {
  const session = Math.random().toString(36).slice(2);
  let count = 0; // the number of events with an ID
  /** @type {ReflexEvent | undefined} */
  let event;
  let isSent = false; // whether the event was sent on the current connection
  return {
    get: () => event,
    /** Returns the event, unless it is a page-load event. */
    ofVisitor: () => (event && !lifecycleOf(event) ? event : undefined),
    /**
     * Stores an event. The server recognises repeated events by the added ID.
     *
     * @param {ReflexEvent} given
     */
    set(given) {
      event = lifecycleOf(given) ? given : { ...given, id: given.id || `${session}${count++}` };
      isSent = false;
    },
    clear() {
      event = undefined;
    },
    /** @param {import("socket.io-client").Socket | undefined} socket */
    sendOnce(socket) {
      if (!event || isSent || !socket?.connected) return;
      isSent = true;
      socket.emit("event", event);
    },
    /** Makes `sendOnce` send the event again. */
    onDisconnect() {
      isSent = false;
    },
  };
}
