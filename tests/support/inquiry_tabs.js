// Simulates tabs with the inquiry form. The code that fills in the form is real; the fields, the storage and the locks
// are fakes. Each document has its own instances of the site's modules.
import { AsyncLocalStorage } from "node:async_hooks";
import { registerHooks } from "node:module";

/**
 * @typedef {Record<string, string>} Values
 * @typedef {[name: string, size: number]} FileGiven
 * @typedef {ReturnType<typeof import("$/app/extras/inquiry/form_input.js").formInput>} FormInput
 * @typedef {any} Field only the used parts of a form control
 *
 * @typedef {object} Page
 * @property {string} query the query of the page's URL
 * @property {Field[]} fields
 * @property {FormInput} input null before the form's script has started
 *
 * @typedef {{ tab: Tab, number: number, isGone: boolean }} TabDocument `isGone`: closed, or in the back/forward cache
 */

const DAY = 24 * 60 * 60 * 1000;
const PREFILLED = ["what", "pieces"];
const CHOICES = ["cards", "posters", "workshop"];
/** @type {Values} */
const DEFAULTS = { what: "cards", pieces: "", name: "", message: "" };

/** @type {(name: string, initial: string) => Field} */
const textField = (name, initial) => ({
  name,
  type: "text",
  value: initial,
  defaultValue: initial,
  isVisited: false,
  matches() {
    return this.isVisited;
  },
  validity: { badInput: false },
  ownerDocument: {},
  select() {},
});

/** @type {(name: string, initial: string) => Field} */
const selectField = (name, initial) => {
  const { defaultValue: _, ...field } = textField(name, initial);
  const options = CHOICES.map((value) => ({ value, defaultSelected: value === initial }));
  return Object.defineProperty(Object.assign(field, { type: "select-one", options }), "selectedIndex", {
    set(index) {
      this.value = CHOICES[index];
    },
  });
};

const fileField = () =>
  Object.defineProperty(Object.assign(textField("files", ""), { type: "file", files: [] }), "value", {
    get: () => "",
    set() {
      this.files = [];
    },
  });

/** @param {FileGiven[]} given */
const filesOf = (given) => /** @type {File[]} */ (given.map(([name, size]) => ({ name, size, lastModified: 1 })));

class Tab {
  /** @type {Page} */
  page;
  /** @type {TabDocument} */
  document;
  /** @type {[TabDocument, Page]} the document in the back/forward cache */
  cached;
  session = createStorage();

  /**
   * Opens the form in a new document.
   *
   * @param {string} query of the link
   */
  open(query) {
    this.load(createPage(query, world.isServed));
  }

  /** @type {(name: string, value: string) => void} */
  type(name, value) {
    this.change(name, { value, isVisited: true });
  }

  /** @param {FileGiven[]} given */
  choose(...given) {
    this.change("files", { files: filesOf(given) });
  }

  /**
   * Starts the form's script.
   *
   * @param {[name: string, value: string] | []} meanwhile what the visitor types while the script starts
   */
  async enhance(...meanwhile) {
    const { page } = this;
    const { formInput } = await import(`$/app/extras/inquiry/form_input.js?${this.document.number}`);
    page.input = formInput(() => this.page.fields, PREFILLED, page.query);
    const opened = page.input.open(() => true);
    if (meanwhile.length) this.type(...meanwhile);
    await opened;
  }

  /** @param {boolean} isRestored whether the browser fills in the fields again */
  reload(isRestored) {
    const { query, fields } = this.page;
    this.load(createPage(query, world.isServed));
    if (!isRestored) return;
    for (const { name, value, files } of fields) Object.assign(this.field(name), files ? { files } : { value });
  }

  /** Switches the language. Without the form's script, the start script stores the input and loads a document. */
  switch() {
    const { query, input } = this.page;
    if (input) {
      this.page = createPage(query, false);
      return;
    }
    const { files } = this.field("files");
    const names = files.length ? files.map((/** @type {File} */ file) => file.name) : [""];
    const entries = [...Object.entries(this.values()), ...names.map((/** @type {string} */ name) => ["files", name])];
    this.session.setItem("inquiry-typed", JSON.stringify(entries));
    this.load(createPage(query, world.isServed));
  }

  /** Follows a link. The browser stores the document in its back/forward cache. */
  leave() {
    this.cached = [this.document, this.page];
    this.document.isGone = true;
    Object.assign(this, { page: null });
  }

  /** Returns to the document in the back/forward cache. */
  back() {
    this.document.isGone = true;
    [this.document, this.page] = this.cached;
    this.document.isGone = false;
    world.locks.set(`tab:${this.session.getItem("inquiry")}`, this.document);
    this.page.input.onReturn();
  }

  close() {
    this.document.isGone = true;
    Object.assign(this, { page: null, document: null, session: createStorage() });
  }

  send() {
    world.sent.push([this.page.input.send(), this.values()]);
  }

  /**
   * Restores an inquiry that the server has refused.
   *
   * @param {number} number
   * @param {Values} values
   * @param {FileGiven[]} files
   */
  restore(number, values, ...files) {
    world.restored.push(this.page.input.restore(world.sent[number][0], values, filesOf(files)));
  }

  clear() {
    return this.page.input.clear();
  }

  /** @param {Page} page */
  load(page) {
    if (this.document) this.document.isGone = true;
    this.document = { tab: this, number: ++documents, isGone: false };
    this.page = page;
  }

  /** @type {(name: string, properties: object) => void} */
  change(name, properties) {
    const field = Object.assign(this.field(name), properties);
    this.page.input?.onInput(field);
  }

  /** @param {string} name */
  field(name) {
    return this.page.fields.find((each) => each.name === name);
  }

  /** @returns {Values} */
  values() {
    return Object.fromEntries(Object.keys(DEFAULTS).map((name) => [name, this.field(name).value]));
  }
}

class World {
  local = createStorage();
  /** @type {Map<string, TabDocument>} */
  locks = new Map();
  time = Date.UTC(2027, 0, 1);
  tabs = [new Tab(), new Tab(), new Tab()];
  /** @type {[id: string, values: Values][]} */
  sent = [];
  /** @type {boolean[]} */
  restored = [];

  /** @param {boolean} isServed whether the server fills in the fields of a link, as it does without JavaScript */
  constructor(isServed) {
    this.isServed = isServed;
  }

  /**
   * Notifies all tabs that the server has received an inquiry.
   *
   * @param {number} number
   */
  async arrive(number) {
    for (const tab of this.tabs)
      if (tab.page?.input) await here.run(tab.document, async () => tab.page.input.onArrival(this.sent[number][0]));
  }

  /** @type {(key: string, value: string) => void} */
  store(key, value) {
    this.local.setItem(key, value);
  }

  /** @param {number} days */
  wait(days) {
    this.time += days * DAY;
  }
}

/** @type {(query: string, isServed: boolean) => Page} */
const createPage = (query, isServed) => {
  const link = new URLSearchParams(query);
  const fields = Object.entries(DEFAULTS).map(([name, value]) => {
    const initial = (isServed && PREFILLED.includes(name) && link.get(name)) || value;
    return name === "what" ? selectField(name, initial) : textField(name, initial);
  });
  return { query, fields: [...fields, fileField()], input: /** @type {any} */ (null) };
};

let world = new World(false);
let documents = 0;
/** @type {AsyncLocalStorage<any>} the document whose code is running, a `TabDocument` */
const here = new AsyncLocalStorage();

/** @type {(name: string, get: () => Storage) => void} */
const define = (name, get) => Object.defineProperty(globalThis, name, { get, configurable: true });
define("localStorage", () => world.local);
define("sessionStorage", () => here.getStore().tab.session);
globalThis.addEventListener = () => {};
Date.now = () => world.time++;
Object.defineProperty(navigator, "locks", {
  value: {
    /** @type {(name: string, options: object, task: (lock: object | null) => unknown) => Promise<unknown>} */
    async request(name, _options, task) {
      const holder = world.locks.get(name);
      if (holder && !holder.isGone) return task(null);
      world.locks.set(name, here.getStore());
      task({});
    },
    async query() {
      const held = [...world.locks].filter(([, { isGone }]) => !isGone);
      return { held: held.map(([name]) => ({ name })) };
    },
  },
});
globalThis.DataTransfer = /** @type {any} */ (
  class {
    /** @type {File[]} */
    files = [];
    items = { add: (/** @type {File} */ file) => this.files.push(file) };
  }
);

// The modules that a document's form_input.js imports get the document's number too, and so are separate instances.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const number = context.parentURL && new URL(context.parentURL).search;
    const isFresh = number && /\/app\/(extras\/inquiry|browser)\//.test(found.url);
    return isFresh ? { ...found, url: found.url + number } : found;
  },
});

/**
 * Performs actions. Returns the values of each tab after each action, and what is sent, restored, chosen and stored.
 *
 * @param {{ isServed: boolean, actions: [name: string, tab: number | null, given: any[]][] }} scenario
 */
export default async function run({ isServed, actions }) {
  world = new World(isServed);
  const shown = [];
  for (const [name, number, given] of actions) {
    const tab = number === null ? null : world.tabs[number];
    /** @type {any} */
    const actor = tab || world;
    await here.run(tab?.document, async () => actor[name](...given));
    shown.push(world.tabs.map((each) => each.page && each.values()));
  }
  const files = world.tabs.map((tab) => {
    if (!tab.page?.input) return {};
    const chosen = tab.field("files").files.map((/** @type {File} */ file) => file.name);
    return { chosen, missing: tab.page.input.missingFiles() };
  });
  return { shown, files, sent: world.sent, restored: world.restored, stored: Object.keys(world.local) };
}
