"""Runs the JavaScript of the inquiry form in Node, in several simulated tabs."""

TABS = r"""
const { AsyncLocalStorage } = await import("node:async_hooks");
const { registerHooks } = await import("node:module");

const PREFILLED = ["what", "pieces"];
const CHOICES = ["cards", "posters", "workshop"];
const DEFAULTS = { what: "cards", pieces: "", name: "", message: "" };
const here = new AsyncLocalStorage(); // the running document

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const number = context.parentURL && new URL(context.parentURL).search;
    const isFresh = number && /\/app\/(extras\/inquiry|browser)\//.test(found.url);
    return isFresh ? { ...found, url: found.url + number } : found;
  },
});

let world;
let documents = 0;
const define = (name, get) => Object.defineProperty(globalThis, name, { get, configurable: true });
define("localStorage", () => world.local);
define("sessionStorage", () => here.getStore().tab.session);
globalThis.addEventListener = () => {};
Date.now = () => world.time++;
Object.defineProperty(navigator, "locks", {
  value: {
    async request(name, _options, task) {
      const taken = world.locks.get(name);
      if (taken && !taken.isGone) return task(null);
      world.locks.set(name, here.getStore());
      task({});
    },
    query: async () => ({ held: [...world.locks].flatMap(([name, { isGone }]) => (isGone ? [] : [{ name }])) }),
  },
});
globalThis.DataTransfer = class {
  files = [];
  items = { add: (file) => this.files.push(file) };
};

const field = (name, initial) => {
  const plain = {
    name,
    type: "text",
    value: initial,
    isVisited: false,
    matches() { return this.isVisited; },
    validity: { badInput: false },
    ownerDocument: {},
    select() {},
  };
  if (name !== "what") return Object.assign(plain, { defaultValue: initial });
  Object.defineProperty(plain, "selectedIndex", { set(index) { this.value = CHOICES[index]; } });
  const options = CHOICES.map((value) => ({ value, defaultSelected: value === initial }));
  return Object.assign(plain, { type: "select-one", options });
};
const fileField = () => {
  const plain = Object.assign(field("files", ""), { type: "file", files: [] });
  return Object.defineProperty(plain, "value", { get: () => "", set() { this.files = []; } });
};

const page = (address, isServed) => {
  const link = new URLSearchParams(address);
  const initial = (name) => (isServed && PREFILLED.includes(name) && link.get(name)) || DEFAULTS[name];
  return { address, fields: [...Object.keys(DEFAULTS).map((name) => field(name, initial(name))), fileField()] };
};
const valuesOf = ({ fields }) =>
  Object.fromEntries(fields.filter(({ type }) => type !== "file").map(({ name, value }) => [name, value]));
const named = (tab, name) => tab.page.fields.find((each) => each.name === name);
const change = (tab, name, value) => {
  const it = named(tab, name);
  if (name === "files") it.files = value.map(([file, size]) => ({ name: file, size, lastModified: 1 }));
  else Object.assign(it, { value, isVisited: true });
  tab.page.input?.onInput(it);
};
const loads = (tab, shown) => {
  if (tab.document) tab.document.isGone = true;
  tab.document = { tab, number: ++documents };
  tab.page = shown;
};

const ACTS = {
  open: (tab, address) => loads(tab, page(address, world.isServed)),
  type: change,
  async script(tab, ...meanwhile) {
    const { formInput } = await import(`$/app/extras/inquiry/form_input.js?${tab.document.number}`);
    const made = formInput(() => tab.page.fields, PREFILLED, tab.page.address);
    tab.page.input = made;
    const opened = made.open(() => true);
    if (meanwhile.length) change(tab, ...meanwhile);
    await opened;
  },
  reload(tab, isRestored) {
    const before = valuesOf(tab.page);
    const { files } = named(tab, "files");
    loads(tab, page(tab.page.address, world.isServed));
    if (!isRestored) return;
    for (const [name, value] of Object.entries(before)) named(tab, name).value = value;
    named(tab, "files").files = files;
  },
  // Without the form's script, the start script stores the input and loads a document.
  switch(tab) {
    const { address, input } = tab.page;
    if (input) {
      tab.page = page(address, false);
      return;
    }
    const { files } = named(tab, "files");
    const chosen = files.length ? files.map(({ name }) => ["files", name]) : [["files", ""]];
    tab.session.setItem("inquiry-typed", JSON.stringify([...Object.entries(valuesOf(tab.page)), ...chosen]));
    loads(tab, page(address, world.isServed));
  },
  // The browser stores the document in its back/forward cache.
  follow(tab) {
    tab.stored = [tab.document, tab.page];
    tab.document.isGone = true;
    tab.page = null;
  },
  back(tab) {
    tab.document.isGone = true;
    [tab.document, tab.page] = tab.stored;
    tab.document.isGone = false;
    world.locks.set(`tab:${tab.session.getItem("inquiry")}`, tab.document);
    tab.page.input.onReturn();
  },
  close(tab) {
    tab.document.isGone = true;
    Object.assign(tab, { page: null, document: null, session: createStorage() });
  },
  send: ({ page }) => world.sent.push([page.input.send(), valuesOf(page)]),
  putBack: ({ page }, number, values, ...files) => {
    const chosen = files.map(([name, size]) => ({ name, size, lastModified: 1 }));
    world.answers.push(page.input.restore(world.sent[number][0], values, chosen));
  },
  clear: ({ page }) => page.input.clear(),
};

const run = async (tab, task) => here.run(tab.document, task);

return async ({ isServed, acts }) => {
  world = {
    isServed, local: createStorage(), locks: new Map(), time: Date.UTC(2027, 0, 1), sent: [], tabs: [], answers: [],
  };
  world.tabs = [0, 1, 2].map(() => ({ page: null, session: createStorage() }));
  const seen = [];
  for (const [kind, number, ...given] of acts) {
    const tab = world.tabs[number];
    if (kind === "arrived") {
      for (const each of world.tabs)
        if (each.page?.input) await run(each, () => each.page.input.onArrival(world.sent[number][0]));
    } else if (kind === "stored") world.local.setItem(...given);
    else if (kind === "days") world.time += number * 24 * 60 * 60 * 1000;
    else await run(tab, () => ACTS[kind](tab, ...given));
    seen.push(world.tabs.map((each) => each.page && valuesOf(each.page)));
  }
  const last = world.tabs.map(({ page }) => {
    if (!page?.input) return null;
    const files = named({ page }, "files").files.map(({ name }) => name);
    return { files, missing: page.input.missingFiles() };
  });
  return { seen, sent: world.sent, answers: world.answers, last, stored: Object.keys(world.local) };
};
"""
