// Stores unsent input as drafts in localStorage. Each draft belongs to a tab.
import { EARLY_INPUT } from "$/app/browser/early_input.js";
import { heldLocks, tryHoldLock } from "$/app/browser/locks.js";
import { local, session } from "$/app/browser/storage.js";
import { newId } from "./new_id.js";
import { deleteOldDrafts, PREFIX } from "./old_drafts.js";

const KEY = "inquiry"; // the sessionStorage key of the tab's ID, and the localStorage key of an earlier release's draft
const MAX_DRAFTS = 10;

/**
 * @typedef {Awaited<ReturnType<typeof heldLocks>>} Locks
 * @typedef {Record<string, string>} Texts
 * @typedef {[name: string, size: number, lastModified: number]} Chosen
 *
 * @typedef {object} Draft
 * @property {string} id
 * @property {string} tab
 * @property {number} at Unix time of the last save, in ms
 * @property {Texts} texts
 * @property {Record<string, Texts>} orders edited values of prefilled fields, keyed by link, newest last
 * @property {Chosen[]} files
 * @property {string} [attempt] the contents last sent, as JSON
 * @property {boolean} [isEdited] whether the form was edited after sending
 */

/** @param {string} id */
const keyOf = (id) => PREFIX + id;

/** @param {string} tab */
const lockOf = (tab) => `tab:${tab}`;

/** @type {Promise<string> | undefined} */
let tab;

/** Returns this tab's ID. A duplicated tab gets a new ID. */
export const ownTab = () => {
  tab ||= claim();
  return tab;
};

async function claim() {
  const known = session.getItem(KEY);
  if (known && (await tryHoldLock(lockOf(known)))) return known;
  const id = newId();
  session.setItem(KEY, id);
  await tryHoldLock(lockOf(id));
  return id;
}

/** @type {(text: string | null) => any} */
function parsed(text) {
  try {
    return JSON.parse(text || "null");
  } catch {
    return null;
  }
}

/** @type {(id: string) => Draft | null} */
export const readDraft = (id) => parsed(local.getItem(keyOf(id)));

/** @param {Draft} draft */
export const saveDraft = (draft) => local.setItem(keyOf(draft.id), JSON.stringify(draft));

/** @param {string} id */
export const deleteDraft = (id) => local.removeItem(keyOf(id));

/** Returns up to `MAX_DRAFTS` recent drafts, newest first. Deletes all others. */
function allDrafts() {
  deleteOldDrafts();
  const ids = local.keys().flatMap((key) => (key.startsWith(PREFIX) ? [key.slice(PREFIX.length)] : []));
  const found = ids.flatMap((id) => readDraft(id) || []).sort((a, b) => b.at - a.at);
  for (const { id } of found.splice(MAX_DRAFTS)) deleteDraft(id);
  return found;
}

/** @param {Locks} locks */
const draftsOfClosedTabs = (locks) => (locks ? allDrafts().filter((each) => !locks.includes(lockOf(each.tab))) : []);

/**
 * Returns this tab's draft, or takes over the newest draft of a closed tab.
 *
 * @param {string} own
 * @param {Locks} locks
 */
export function findDraft(own, locks) {
  const mine = allDrafts().find((each) => each.tab === own);
  const [orphan] = mine ? [] : draftsOfClosedTabs(locks);
  if (orphan) saveDraft({ ...orphan, tab: own });
  return mine || orphan;
}

/** Deletes the drafts of closed tabs. Otherwise, the next page with the form would take over one of these drafts. */
export async function deleteDraftsOfClosedTabs() {
  for (const { id } of draftsOfClosedTabs(await heldLocks())) deleteDraft(id);
}

/**
 * Returns and deletes the input from a page that the visitor left before this script had loaded. Files are
 * represented by their names.
 *
 * @returns {[name: string, text: string][]}
 */
export function takeEarlyInput() {
  const typed = parsed(session.getItem(EARLY_INPUT));
  session.removeItem(EARLY_INPUT);
  return typed || [];
}

/** @returns {Texts | undefined} */
export function takeFormerDraft() {
  const typed = parsed(local.getItem(KEY));
  local.removeItem(KEY);
  return typed?.values;
}
