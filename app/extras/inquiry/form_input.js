// Fills in the fields of the inquiry form, with the functions of field_writes.js. No other module writes to the fields.
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
import { isEdited } from "$/app/browser/fields.js";
import { heldLocks } from "$/app/browser/locks.js";
import { session } from "$/app/browser/storage.js";
import { documentFiles, setDocumentFiles } from "./chosen_files.js";
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
import {
  blank,
  choose,
  closedDates,
  described,
  isFile,
  leaveUnchosen,
  removeClosedDates,
  removeEmptyOption,
  write,
} from "./field_writes.js";
import { newId } from "./new_id.js";

const EMPTIED = "inquiry-emptied"; // the sessionStorage key of the time when this tab last emptied the form
const HONEYPOT = "website";
const TECHNICAL = [HONEYPOT, "id", "seconds"];
const MAX_LINKS = 10;

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
  const fields = () => all().filter(({ name }) => name && !TECHNICAL.includes(name));
  const link = linked(search, prefilled);
  const address = String(new URLSearchParams(link));
  const touched = new Set(fields().filter(isEdited).map(nameOf));
  let id = newId();
  let tab = ""; // this tab's ID; empty until `open` is called
  /** @type {string | undefined} */
  let sentAs; // the form's contents at the last attempt to send, as JSON
  /** @type {Draft["orders"]} */
  let valuesByLink = {};
  let isStored = false; // whether the draft survives a page load
  let savedAt = 0; // Unix time in ms
  /** @type {Chosen[]} */
  let missing = []; // files that the visitor must choose again
  /** @type {Texts} */
  let unoffered = {}; // stored choices that the form does not offer

  const files = () => fields().flatMap((field) => [...(("files" in field && field.files) || [])]);
  const chosen = () => files().map(described);

  /** @param {Chosen[]} files */
  const serialize = (files) =>
    JSON.stringify([...fields().flatMap(({ type, name, value }) => (type === "file" ? [] : [[name, value]])), files]);

  /** @param {string} sentId */
  const isAsSent = (sentId) => sentId === id && serialize(files().length ? chosen() : missing) === sentAs;

  /** @type {(field: Field, value: string) => boolean} */
  const fillField = (field, value) => {
    const isOffered = !("options" in field) || [...field.options].some((option) => option.value === value);
    if (isOffered) delete unoffered[field.name];
    else {
      unoffered[field.name] = value;
      leaveUnchosen(field);
    }
    return isOffered && write(field, value);
  };

  /**
   * @param {Texts} values
   * @returns {string[]} the names of the filled-in fields
   */
  const fill = (values) => {
    const untouched = fields().filter(({ name }) => !touched.has(name) && Object.hasOwn(values, name));
    return untouched.filter((field) => fillField(field, values[field.name])).map(nameOf);
  };

  /** @param {Texts} values */
  const fillAsInput = (values) => fill(values).forEach((name) => touched.add(name));

  /** @type {(values: Texts) => { texts: Texts, linkValues: Texts }} */
  const split = (values) => {
    /** @type {(isPrefilled: boolean) => Texts} */
    const subset = (isPrefilled) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => prefilled.includes(name) === isPrefilled));
    return { texts: subset(false), linkValues: subset(true) };
  };

  /** @param {File[]} chosen */
  const chooseAll = (chosen) => {
    for (const field of fields().filter(isFile)) choose(field, chosen);
    if (files().length) missing = [];
  };

  /** @param {Pick<Draft, "id" | "texts" | "orders"> & Partial<Draft>} draft */
  const load = (draft) => {
    ({ id, orders: valuesByLink, attempt: sentAs, files: missing = [] } = draft);
    fillAsInput({ ...draft.texts, ...(valuesByLink[address] || (address ? {} : Object.values(valuesByLink).at(-1))) });
    if (JSON.stringify(documentFiles.map(described)) === JSON.stringify(missing)) chooseAll(documentFiles);
    if (files().length) missing = []; // browsers can restore files after a reload or Back
  };

  // Whether another tab has taken over the draft, for example while this document was in the back/forward cache.
  const isTaken = () => {
    const draft = readDraft(id);
    return draft !== null && draft.tab !== tab;
  };

  const save = () => {
    if (!tab) return;
    if (isTaken()) renew();
    setDocumentFiles(files());
    if (!touched.size) return;
    const typed = fields().filter((field) => touched.has(field.name) && !isFile(field));
    const values = Object.fromEntries(typed.map(({ name, value }) => [name, value]));
    // Omits dates that can no longer be booked. Otherwise, they would count as the visitor's choice after a reload.
    const kept = Object.entries(unoffered).filter(([, value]) => !closedDates.has(value));
    const { texts, linkValues } = split({ ...Object.fromEntries(kept), ...values });
    const { [address]: _, ...others } = valuesByLink;
    if (Object.keys(linkValues).length)
      valuesByLink = Object.fromEntries([...Object.entries(others), [address, linkValues]].slice(-MAX_LINKS));
    const isEdited = sentAs !== undefined && !isAsSent(id);
    const now = files().length ? chosen() : missing;
    savedAt = Date.now();
    isStored = saveDraft({ id, tab, at: savedAt, texts, orders: valuesByLink, files: now, attempt: sentAs, isEdited });
  };

  const renew = () => {
    if (!isTaken()) deleteDraft(id);
    id = newId();
    sentAs = undefined;
  };

  const blankAll = () => {
    for (const field of all()) blank(field);
    touched.clear();
    valuesByLink = {};
    missing = [];
    unoffered = {};
  };

  const empty = () => {
    blankAll();
    renew();
    setDocumentFiles([]);
    savedAt = Date.now();
    session.setItem(EMPTIED, savedAt);
  };

  return {
    id: () => id,
    isStored: () => isStored,
    isAsSent,
    hasInput: () => touched.size > 0,
    missingFiles: () => missing.map(([name]) => name),
    unoffered: () => Object.keys(unoffered),
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
      fillAsInput(changedOnly(fields(), Object.fromEntries(early)));
      const old = takeFormerDraft();
      if (stored) load(stored);
      else if (old) {
        const { texts, linkValues } = split(old);
        load({ id, texts, orders: { "": linkValues } });
      }
      removeClosedDates(fields(), bookableUntil);
      fill(link);
      /** @type {Chosen[]} */
      const chosenEarly = early.flatMap(([name, text]) => (name === "files" && text ? [[text, 0, 0]] : []));
      if (chosenEarly.length && !files().length) missing = chosenEarly;
      save();
    },
    /**
     * Updates the form after Back has restored its document. Returns whether a later document of this tab has changed,
     * sent or cleared the draft.
     */
    onReturn() {
      const draft = findDraft(tab, null);
      const isChanged = draft ? draft.at > savedAt : savedAt > 0 && Number(session.getItem(EMPTIED)) > savedAt;
      if (!isChanged) return false;
      if (!draft) empty();
      else {
        blankAll();
        load(draft);
        fill(link);
        save();
      }
      return true;
    },
    /** @param {Field} field */
    onInput(field) {
      if (isFile(field)) missing = [];
      delete unoffered[field.name];
      removeEmptyOption(field);
      touched.add(field.name);
      save();
    },
    /** Stores the contents. Returns the inquiry's ID, which is new if the sent contents have changed. */
    send() {
      for (const { name } of fields()) touched.add(name);
      missing = [];
      const sent = serialize(chosen());
      if (sentAs === sent) return id; // a repeat needs the same ID, even if another tab has the draft
      if (isTaken() || sentAs !== undefined) renew();
      sentAs = sent;
      save();
      return id;
    },
    /** @param {string} sent */
    onArrival(sent) {
      if (isAsSent(sent)) empty();
      else if (sent === id) {
        renew();
        save();
      } else if (!readDraft(sent)?.isEdited) deleteDraft(sent);
    },
    /** Empties the invisible field, because browser extensions may have filled it in. */
    emptyHoneypot() {
      for (const field of all()) if (field.name === HONEYPOT) blank(field);
    },
    /**
     * Writes a failed inquiry's values into untouched fields. Returns false if the form contains other input.
     *
     * @param {string} sent
     * @param {Texts} values
     * @param {File[]} chosen
     */
    restore(sent, values, chosen) {
      if (sent !== id && touched.size) return false;
      if (sent !== id || isAsSent(sent)) chooseAll(chosen);
      const draft = readDraft(sent);
      id = sent;
      sentAs = draft?.attempt;
      // Another tab uses an edited draft, so it is not deleted. `save` then gives this form a new ID.
      if (!draft?.isEdited) deleteDraft(sent);
      fillAsInput(values);
      save();
      return true;
    },
    async clear() {
      empty();
      await deleteDraftsOfClosedTabs();
    },
  };
}

/**
 * Returns the values in a link's query. If a name is repeated, uses its last value, as the server does.
 *
 * @param {string} search
 * @param {string[]} prefilled
 * @returns {Texts}
 */
const linked = (search, prefilled) =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name, value]) => value && prefilled.includes(name)));

/** @param {{ name: string }} named */
const nameOf = ({ name }) => name;

/** @type {(fields: Field[], values: Texts) => Texts} */
const changedOnly = (fields, values) =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => (name in values && values[name] !== value ? [[name, values[name]]] : [])),
  );
