// Drafts: what has been typed into forms and not been sent. Each is stored in this browser under the id of its inquiry
// and belongs to one tab, so tabs never change one another's. A tab that has none takes over the newest draft whose tab
// is closed.
import { held, hold } from "$/app/browser/locks.js";
import { local, session } from "$/app/browser/storage.js";

const KEY = "inquiry"; // of the tab's id in the session; before the id of a draft in its key
const TYPED = "inquiry-typed"; // app/start/language.js writes it
const MAX_DRAFTS = 10;
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;

/**
 * @typedef {Record<string, string>} Texts by field
 * @typedef {[name: string, size: number, lastModified: number]} Chosen a file
 * @typedef {object} Draft
 * @property {string} id the inquiry's
 * @property {string} tab the id of the tab that it belongs to
 * @property {number} at when it was stored, in ms since 1970
 * @property {Texts} texts what was typed, but for the order
 * @property {Record<string, Texts>} orders what was typed of an order, by the link that the form was opened with; the
 *   latest is the last
 * @property {Chosen[]} files that were chosen
 * @property {string} [attempt] the contents that were sent under this id (contents.js)
 * @property {boolean} [isEdited] whether other contents were typed since
 */

/** @param {string} id */
const keyOf = (id) => `${KEY}:${id}`;

/** @param {string} tab */
const lockOf = (tab) => `tab:${tab}`;

/** A random UUID: the id of an inquiry, or of a tab. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5");
}

/** @type {Promise<string> | undefined} */
let tab;

/** Returns this tab's id. The copy of a tab gets another one. */
export const ownTab = () => {
  tab ||= claim();
  return tab;
};

async function claim() {
  const known = session.getItem(KEY);
  if (known && (await hold(lockOf(known)))) return known;
  const id = newId();
  session.setItem(KEY, id);
  await hold(lockOf(id));
  return id;
}

/**
 * @param {string | null} text
 * @returns {any}
 */
function parsed(text) {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null; // not one of ours
  }
}

/**
 * Returns the draft of an inquiry, if there is one.
 *
 * @param {string} id
 * @returns {Draft | null}
 */
export const draft = (id) => parsed(local.getItem(keyOf(id)));

/** @param {Draft} typed */
export const keep = (typed) => local.setItem(keyOf(typed.id), JSON.stringify(typed));

/** @param {string} id */
export const forget = (id) => local.removeItem(keyOf(id));

/** Returns all drafts, the newest first. Deletes what is too old or too much. */
function drafts() {
  const ids = local.keys().flatMap((key) => (key.startsWith(keyOf("")) ? [key.slice(keyOf("").length)] : []));
  const found = ids.flatMap((id) => draft(id) || []).sort((a, b) => b.at - a.at);
  const kept = found.filter(({ at }, place) => place < MAX_DRAFTS && Date.now() - at < MAX_AGE_MS);
  for (const { id } of found) if (!kept.some((each) => each.id === id)) forget(id);
  return kept;
}

/** Returns the drafts whose tabs are closed, the newest first. */
async function orphans() {
  const names = await held();
  return names ? drafts().filter((each) => !names.includes(lockOf(each.tab))) : [];
}

/** Returns the draft that this tab's form starts with: its own, or else the newest one whose tab is closed. */
export async function found() {
  const own = await ownTab();
  const mine = drafts().find((each) => each.tab === own);
  const [orphan] = mine ? [] : await orphans();
  if (orphan) keep({ ...orphan, tab: own });
  return mine || orphan;
}

/** Deletes the drafts whose tabs are closed, so that none appears in a form that was cleared. */
export async function forgetOrphans() {
  for (const { id } of await orphans()) forget(id);
}

/**
 * Returns what had been typed when the visitor switched the language before the form's script was there, as the start
 * script has stored it; returns it once.
 *
 * @returns {Texts}
 */
export function carried() {
  const typed = parsed(session.getItem(TYPED));
  session.removeItem(TYPED);
  return typed ? Object.fromEntries(typed) : {};
}

/**
 * Returns what was typed before drafts had ids of their own, if anything; returns it once.
 *
 * @returns {Texts | undefined}
 */
export function former() {
  const typed = parsed(local.getItem(KEY));
  local.removeItem(KEY);
  return typed?.values;
}
