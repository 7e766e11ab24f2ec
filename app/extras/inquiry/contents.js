// The owner of the form's contents: nothing else writes into its fields.
//
//                fill: a draft, the link
//                     ┌──────┐
//                     │      ▼
//                   ┌───────────┐   typed, or found changed   ┌─────────┐
//        page ────► │ untouched │ ──────────────────────────► │ touched │
//                   └───────────┘                             └─────────┘
//                         ▲       empty: sent, or cleared          │
//                         └────────────────────────────────────────┘
//
// - A touched field is the visitor's: it is only read. From the script's start on, an input event makes it touched.
//   What happened before is found in the field: its value is not the HTML's (typed, filled in by the browser, restored
//   by the browser on Back or reload), or the browser matches it as one that the visitor has changed.
// - An untouched field gets what was typed before: in the other language, or in the draft. Then it is touched.
// - What is left gets the link's choice, and stays untouched. A link fills in the fields of an order and no others
//   (`PREFILLED` in app/content/inquiry.py).
// - A draft has an order for each link. What was typed at this link is newer than the link; what was typed at another
//   one does not concern it. So a new link shows its choice; after a reload or Back, there is what the visitor made of
//   it. Without a link, the form has the latest order.
// - An id belongs to the contents that were sent under it: other contents are sent under a new one. The outcome of a
//   sending concerns the contents that were sent: the form is emptied only if it still has those.
import { carried, draft, forget, forgetOrphans, former, found, keep, newId, ownTab } from "./draft.js";

const SECRET = ["website", "id", "seconds"]; // names of fields that are no part of the contents
const MAX_ORDERS = 10; // of a draft

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field
 * @typedef {import("./draft.js").Texts} Texts
 * @typedef {import("./draft.js").Draft} Draft
 * @typedef {import("./draft.js").Chosen} Chosen
 */

/** @type {{ id: string, files: File[] }} */
let held = { id: "", files: [] }; // of the document's form, also while none is on the page

/**
 * The contents of a form.
 *
 * @param {() => Field[]} all the form's fields
 * @param {string[]} prefilled names of the fields that a link may fill in
 * @param {string} search the query of the page's address
 */
export function contents(all, prefilled, search) {
  const fields = () => all().filter(({ name }) => name && !SECRET.includes(name));
  const link = linked(search, prefilled);
  const address = String(new URLSearchParams(link));
  const touched = new Set(fields().filter(isChanged).map(nameOf));
  let id = newId();
  let tab = ""; // known once the form is open
  /** @type {string | undefined} */
  let attempt; // the contents that were sent under the id
  /** @type {Draft["orders"]} */
  let orders = {}; // typed at any link
  /** @type {Chosen[]} */
  let missing = []; // files of the draft that a script cannot restore

  const files = () => fields().flatMap((field) => [...(("files" in field && field.files) || [])]);
  const chosen = () => files().map(described);

  /** @param {Chosen[]} files */
  const print = (files) =>
    JSON.stringify([...fields().flatMap(({ type, name, value }) => (type === "file" ? [] : [[name, value]])), files]);

  /**
   * Whether the form still has what was sent under an id.
   *
   * @param {string} sent
   */
  const has = (sent) => sent === id && print(files().length ? chosen() : missing) === attempt;

  /**
   * @param {Texts} values
   * @returns {string[]} the names of the fields that were written
   */
  const fill = (values) => {
    const untouched = fields().filter(({ name }) => !touched.has(name) && Object.hasOwn(values, name));
    return untouched.filter((field) => write(field, values[field.name])).map(nameOf);
  };

  /** @param {Texts} values */
  const restore = (values) => fill(values).forEach((name) => touched.add(name));

  /**
   * @param {Texts} values
   * @returns {{ texts: Texts, order: Texts }}
   */
  const split = (values) => {
    /** @type {(isOrder: boolean) => Texts} */
    const part = (isOrder) =>
      Object.fromEntries(Object.entries(values).filter(([name]) => prefilled.includes(name) === isOrder));
    return { texts: part(false), order: part(true) };
  };

  /** @param {File[]} chosen */
  const chooseAll = (chosen) => {
    for (const field of fields().filter(isFile)) choose(field, chosen);
    if (files().length) missing = [];
  };

  /** @param {Pick<Draft, "id" | "texts" | "orders"> & Partial<Draft>} draft */
  const take = (draft) => {
    ({ id, orders, attempt, files: missing = [] } = draft);
    restore({ ...draft.texts, ...(orders[address] || (address ? {} : Object.values(orders).at(-1))) });
    if (held.id === id) chooseAll(held.files);
  };

  const save = () => {
    if (!tab) return;
    held = { id, files: files() };
    if (!touched.size) return;
    const typed = fields().filter((field) => touched.has(field.name) && !isFile(field));
    const { texts, order } = split(Object.fromEntries(typed.map(({ name, value }) => [name, value])));
    const { [address]: _, ...others } = orders;
    if (Object.keys(order).length)
      orders = Object.fromEntries([...Object.entries(others), [address, order]].slice(-MAX_ORDERS));
    const isEdited = attempt !== undefined && !has(id);
    const now = files().length ? chosen() : missing;
    keep({ id, tab, at: Date.now(), texts, orders, files: now, attempt, isEdited });
  };

  const renew = () => {
    forget(id);
    id = newId();
    attempt = undefined;
  };

  const empty = () => {
    for (const field of all()) blank(field);
    touched.clear();
    orders = {};
    missing = [];
    renew();
    held = { id, files: [] };
  };

  return {
    /** Returns the id of the form's contents. */
    id: () => id,
    has,
    /** Whether the form has anything of the visitor's. */
    isBegun: () => touched.size > 0,
    /** Returns the names of the files that have to be chosen again. */
    missing: () => missing.map(([name]) => name),
    /** Fills in the untouched fields. */
    async open() {
      const own = await ownTab();
      const stored = await found();
      tab = own;
      const before = carried();
      restore(changedOnly(fields(), before));
      const old = former();
      if (stored) take(stored);
      else if (old) {
        const { texts, order } = split(old);
        take({ id, texts, orders: { "": order } });
      }
      fill(link);
      if (before.files && !files().length) missing = [[before.files, 0, 0]];
      save();
    },
    /**
     * The visitor has changed a field.
     *
     * @param {Field} field
     */
    typed(field) {
      if (isFile(field)) missing = [];
      touched.add(field.name);
      save();
    },
    /** Returns the id under which the contents are sent now. */
    send() {
      for (const { name } of fields()) touched.add(name);
      missing = [];
      const sent = print(chosen());
      if (attempt !== undefined && attempt !== sent) renew();
      attempt = sent;
      save();
      return id;
    },
    /**
     * What was sent under an id has arrived.
     *
     * @param {string} sent
     */
    arrived(sent) {
      if (has(sent)) empty();
      else if (sent === id) {
        renew(); // other contents were typed meanwhile
        save();
      } else if (!draft(sent)?.isEdited) forget(sent);
    },
    /**
     * Fills in what was sent under an id and was not taken, as far as the fields are untouched. Returns false if the
     * form has contents of another id.
     *
     * @param {string} sent
     * @param {Texts} values
     * @param {File[]} chosen
     */
    putBack(sent, values, chosen) {
      if (sent !== id && touched.size) return false;
      if (sent !== id || has(sent)) chooseAll(chosen);
      id = sent;
      attempt = draft(sent)?.attempt;
      restore(values);
      save();
      return true;
    },
    /** Empties the form, and deletes its draft and those that no tab has. */
    async clear() {
      empty();
      await forgetOrphans();
    },
  };
}

/**
 * Returns what a link fills in, by field; of several values the last, as the server does.
 *
 * @param {string} search the query of an address
 * @param {string[]} prefilled names of the fields that a link may fill in
 * @returns {Texts}
 */
export const linked = (search, prefilled) =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name, value]) => value && prefilled.includes(name)));

/** @param {{ name: string }} named */
const nameOf = ({ name }) => name;

/** @param {Field} field */
const isFile = ({ type }) => type === "file";

/**
 * What a file is known by; its bytes would take too long to read.
 *
 * @param {File} file
 * @returns {Chosen}
 */
const described = ({ name, size, lastModified }) => [name, size, lastModified];

/**
 * Whether the visitor or their browser has changed a field before the script was there.
 *
 * @param {Field} field
 */
function isChanged(field) {
  if (field.validity?.badInput) return true; // a date of which a part is typed
  if (isFile(field)) return Boolean(/** @type {HTMLInputElement} */ (field).files?.length);
  const initial =
    "options" in field
      ? ([...field.options].find(({ defaultSelected }) => defaultSelected) || field.options[0])?.value
      : field.defaultValue;
  return field.value !== initial || isVisited(field);
}

/**
 * Whether the visitor has changed a field, as far as the browser says: also one that has its first value again.
 *
 * @param {Field} field
 */
function isVisited(field) {
  try {
    return field.matches(":user-valid, :user-invalid");
  } catch {
    return false; // Safari before 16.5, Chrome before 119
  }
}

/**
 * Leaves out the values that fields have already.
 *
 * @param {Field[]} fields
 * @param {Texts} values
 * @returns {Texts}
 */
const changedOnly = (fields, values) =>
  Object.fromEntries(
    fields.flatMap(({ name, value }) => (name in values && values[name] !== value ? [[name, values[name]]] : [])),
  );

/**
 * Writes a value into a field; returns whether the field takes it. Where the visitor is about to type, the value is
 * selected, so that what they type replaces it; a longer text is left to them.
 *
 * @param {Field} field
 * @param {string} value
 */
function write(field, value) {
  if (isFile(field)) return false;
  if ("options" in field && ![...field.options].some((option) => option.value === value)) return false;
  field.value = value;
  if (field.ownerDocument.activeElement === field && "defaultValue" in field && field.type !== "textarea")
    field.select();
  return field.value === value;
}

/** @param {Field} field */
function blank(field) {
  if ("options" in field) field.selectedIndex = 0;
  else field.value = "";
}

/**
 * Chooses files for a field that has none.
 *
 * @param {Field} field
 * @param {File[]} files
 */
function choose(field, files) {
  const input = /** @type {HTMLInputElement} */ (field);
  if (!files.length || input.files?.length) return;
  try {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
  } catch {} // Safari before 14.1: the visitor is asked to choose them again
}
