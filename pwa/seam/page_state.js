// Reads from the document whether the page has state. Responds to page-load events that do not need the server.
import { state_name as ROOT_STATE } from "$/utils/context";

/** @typedef {{ name: string, payload?: any, id?: string }} ReflexEvent */

const LIFECYCLE = /\.(hydrate|on_load_internal|update_vars_internal)$/; // matches page-load events

const MAX_STORED_CHARS = 60_000; // leaves room for the rest of a message (`MAX_MESSAGE_CHARS` in app/http/websocket.py)

/** Returns the `data-connection` attribute, or undefined on pages without state. */
export const connectionOf = () => {
  /** @type {HTMLElement | null} */
  const mark = document.querySelector("[data-connection]");
  return mark?.dataset.connection;
};
export const hasOnLoad = () => connectionOf() === "load";

/**
 * Returns the key of the member whose contents the page shows, and the number of shown posts. On a new connection, the
 * server clears another member's contents.
 */
export const shownContents = () => {
  /** @type {HTMLElement | null} */
  const page = document.querySelector("[data-person]");
  const { person, shown } = page?.dataset || {};
  return person ? { person, shown: Number(shown) } : {};
};

/** @param {Record<string, unknown>} vars values from the browser's storage */
export const fitting = (vars) => {
  let left = MAX_STORED_CHARS;
  return Object.fromEntries(
    Object.entries(vars).filter((pair) => {
      const { length } = JSON.stringify(pair);
      const fits = length < left;
      if (fits) left -= length;
      else console.error(`The stored value ${pair[0]} is too long for the server.`);
      return fits;
    }),
  );
};

export const hydrated = () => ({ [ROOT_STATE]: { is_hydrated: true } });

/** @param {ReflexEvent} event */
export const lifecycleOf = (event) => LIFECYCLE.exec(event.name)?.[1];

/**
 * Returns the client's own response to a page-load event, with variables from the browser's storage.
 *
 * @param {ReflexEvent} event
 */
export const localReply = ({ name, payload }) => {
  /** @type {Record<string, Record<string, unknown>>} */
  const delta = connectionOf() !== undefined && name.endsWith(".on_load_internal") ? hydrated() : {};
  for (const [path, value] of Object.entries(payload?.vars || {})) {
    const end = path.lastIndexOf(".");
    (delta[path.slice(0, end)] ||= {})[path.slice(end + 1)] = value;
  }
  return { delta, events: [], final: true };
};

export const FINAL = { delta: {}, events: [], final: true };
