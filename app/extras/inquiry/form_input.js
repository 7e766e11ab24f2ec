// Decides what the fields of the inquiry form contain. form_contents.js writes to the fields.
//
// A touched field contains the visitor's input. The input is overwritten only if Back restores a document that is older
// than the tab's draft. Stored input fills untouched fields, which then become touched. The URL's query prefills fields
// that are still untouched.
//
// A draft stores the values of prefilled fields for each query. A link with another query can therefore prefill other
// values, and Back restores the earlier values.
//
// When the server has received an inquiry, the form becomes empty. If the visitor has edited the form since sending,
// the form only gets a new inquiry ID.
import { heldLocks } from "$/app/browser/locks.js";
import { session } from "$/app/browser/storage.js";
import { setDocumentFiles } from "./chosen_files.js";
import {
  deleteDraft,
  deleteDraftsOfClosedTabs,
  findDraft,
  ownTab,
  readDraft,
  saveDraft,
  takeEarlyInput,
  takeFormerDraft,
} from "./draft.js";
import { removeClosedDates } from "./field_writes.js";
import { formContents } from "./form_contents.js";
import { linked, split, valuesFor, withValues } from "./link_values.js";
import { newId } from "./new_id.js";

const EMPTIED = "inquiry-emptied"; // the sessionStorage key of the time when this tab last emptied the form

/**
 * @typedef {import("./field_writes.js").Field} Field
 * @typedef {import("./draft.js").Texts} Texts
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Chosen} Chosen
 */

/**
 * @param {() => Field[]} all
 * @param {string[]} prefilled names of the fields that a link can prefill
 * @param {string} search
 * @param {Record<string, number>} [bookableUntil] the end of booking (Unix time in ms), keyed by workshop
 */
export function formInput(all, prefilled, search, bookableUntil = {}) {
  const link = linked(search, prefilled);
  const address = String(new URLSearchParams(link));
  const contents = formContents(all);
  /** @type {Pick<Draft, "id" | "orders" | "attempt">} */
  let draft = { id: newId(), orders: {} };
  let tab = ""; // this tab's ID; empty until `open` is called
  let isStored = false; // whether the draft survives a page load
  let savedAt = 0; // Unix time in ms

  /** @param {string} sent */
  const isAsSent = (sent) => sent === draft.id && contents.serialize() === draft.attempt;

  /** @param {Pick<Draft, "id" | "texts" | "orders"> & Partial<Draft>} stored */
  const load = ({ id, orders, attempt, texts, files = [] }) => {
    draft = { id, orders, attempt };
    contents.fillAsInput({ ...texts, ...valuesFor(orders, address) });
    contents.restoreFiles(files);
  };

  // Whether another tab has taken over the draft, for example while this document was in the back/forward cache.
  const isTaken = () => {
    const stored = readDraft(draft.id);
    return stored !== null && stored.tab !== tab;
  };

  const renew = () => {
    if (!isTaken()) deleteDraft(draft.id);
    draft = { id: newId(), orders: draft.orders };
  };

  const save = () => {
    if (!tab) return;
    if (isTaken()) renew();
    setDocumentFiles(contents.files());
    if (!contents.hasInput()) return;
    const { texts, linkValues } = split(contents.input(), prefilled);
    draft.orders = withValues(draft.orders, address, linkValues);
    const isEdited = draft.attempt !== undefined && !isAsSent(draft.id);
    savedAt = Date.now();
    isStored = saveDraft({ ...draft, tab, at: savedAt, texts, files: contents.chosen(), isEdited });
  };

  const blank = () => {
    contents.blank();
    draft.orders = {};
  };

  const empty = () => {
    blank();
    renew();
    setDocumentFiles([]);
    savedAt = Date.now();
    session.setItem(EMPTIED, savedAt);
  };

  return {
    id: () => draft.id,
    isStored: () => isStored,
    isAsSent,
    hasInput: contents.hasInput,
    missingFiles: () => contents.missing().map(([name]) => name),
    unoffered: contents.unoffered,
    emptyHoneypot: contents.emptyHoneypot,
    /**
     * Fills in all untouched fields, unless the form has been removed from the page.
     *
     * @param {() => boolean} isOnPage
     */
    async open(isOnPage) {
      const own = await ownTab();
      const locks = await heldLocks();
      if (!isOnPage()) return;
      // From here on, nothing may be awaited, because the next page's form might start before `save` is called.
      const stored = findDraft(own, locks);
      tab = own;
      const early = takeEarlyInput();
      contents.fillAsInput(changedOnly(contents.fields(), Object.fromEntries(early)));
      const old = takeFormerDraft();
      if (stored) load(stored);
      else if (old) {
        const { texts, linkValues } = split(old, prefilled);
        load({ id: draft.id, texts, orders: { "": linkValues } });
      }
      removeClosedDates(contents.fields(), bookableUntil);
      contents.fill(link);
      contents.addMissing(early.flatMap(([name, text]) => (name === "files" && text ? [[text, 0, 0]] : [])));
      save();
    },
    /**
     * Updates the form after Back has restored its document. Returns whether a later document of this tab has changed,
     * sent or cleared the draft.
     */
    onReturn() {
      const stored = findDraft(tab, null);
      const isChanged = stored ? stored.at > savedAt : savedAt > 0 && Number(session.getItem(EMPTIED)) > savedAt;
      if (!isChanged) return false;
      if (!stored) empty();
      else {
        blank();
        load(stored);
        contents.fill(link);
        save();
      }
      return true;
    },
    /** @param {Field} field */
    onInput(field) {
      contents.touch(field);
      save();
    },
    /** Stores the contents. Returns the inquiry's ID: a new one if the contents were edited after sending. */
    send() {
      contents.touchAll();
      const sent = contents.serialize();
      if (draft.attempt === sent) return draft.id; // a repeat needs the same ID, even if another tab has the draft
      if (isTaken() || draft.attempt !== undefined) renew();
      draft.attempt = sent;
      save();
      return draft.id;
    },
    /** @param {string} sent */
    onArrival(sent) {
      if (isAsSent(sent)) empty();
      else if (sent === draft.id) {
        renew();
        save();
      } else if (!readDraft(sent)?.isEdited) deleteDraft(sent);
    },
    /**
     * Writes a failed inquiry's values into untouched fields. Returns false if the form contains other input.
     *
     * @param {string} sent
     * @param {Texts} values
     * @param {File[]} files
     */
    restore(sent, values, files) {
      if (sent !== draft.id && contents.hasInput()) return false;
      if (sent !== draft.id || isAsSent(sent)) contents.chooseFiles(files);
      const stored = readDraft(sent);
      draft = { id: sent, orders: draft.orders, attempt: stored?.attempt };
      // Another tab uses an edited draft, so it is not deleted. `save` then gives this form a new ID.
      if (!stored?.isEdited) deleteDraft(sent);
      contents.fillAsInput(values);
      save();
      return true;
    },
    async clear() {
      empty();
      await deleteDraftsOfClosedTabs();
    },
  };
}

/** @type {(fields: Field[], values: Texts) => Texts} */
const changedOnly = (fields, values) =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => (name in values && values[name] !== value ? [[name, values[name]]] : [])),
  );
