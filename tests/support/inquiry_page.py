"""Runs the JavaScript of the inquiry form in Node, with a simulated document, database and network."""

from typing import Any

from app.extras import inquiry
from app.extras.inquiry import outcomes
from tests.support.javascript import Browser

SCRIPT = r"""
class Target {
  listeners = {};
  addEventListener(type, listener) { (this.listeners[type] ||= new Set()).add(listener); }
  removeEventListener(type, listener) { this.listeners[type]?.delete(listener); }
  fire(type, event = {}) { for (const each of [...(this.listeners[type] || [])]) each(event); }
}

for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(globalThis, name, { value: createStorage(), configurable: true });
}
globalThis.HTMLSelectElement = class {};
globalThis.requestAnimationFrame = (task) => setTimeout(task, 0);
globalThis.dispatchEvent = () => true;
globalThis.Request = class { constructor(url, options) { Object.assign(this, options, { url }); } };
const channel = Object.assign(new Target(), { postMessage() {} });
globalThis.BroadcastChannel = function () { return channel; };

const database = { entries: new Map(), contents: new Map(), opening: async () => {} };
const objectStore = (name) => {
  const rows = database[name];
  const request = (result) => {
    const made = { result };
    queueMicrotask(() => made.onsuccess?.());
    return made;
  };
  return {
    getAll: () => request([...rows.values()]),
    get: (key) => request(rows.get(key)),
    put: (value, key) => request(rows.set(key, structuredClone(value))),
    delete: (key) => request(rows.delete(key)),
  };
};
globalThis.indexedDB = {
  open() {
    const transaction = () => {
      const made = { objectStore };
      setImmediate(() => made.oncomplete());
      return made;
    };
    const request = { error: new Error("does not open"), result: { transaction, close() {} } };
    database.opening().then(() => request.onsuccess(), () => request.onerror());
    return request;
  },
};

const offline = async () => { throw new TypeError("offline"); };
const arrives = async ({ id }) => Response.json({ id, state: "sent", reference: "AB12CD34" });
const network = { posted: [], answer: offline };
globalThis.fetch = async ({ body }) => {
  const data = Object.fromEntries(body);
  network.posted.push(data);
  return network.answer(data);
};

let page = null; // the page's elements, keyed by ID
class Element extends Target {
  page = page;
  textContent = "";
  dataset = {};
  attributes = {};
  children = [];
  get isConnected() { return this.page === page; }
  focus() {}
  matches() { return false; }
  contains() { return false; }
  insertBefore(node, next) {
    node.parent = this;
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, node);
  }
  remove() { this.parent.children.splice(this.parent.children.indexOf(this), 1); }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  append(...added) { this.children.push(...added); }
  prepend(...added) { this.children.unshift(...added); }
  replaceChildren(...all) { this.children = all; }
}
const element = (name) => page[`inquiry-${name}`];
const FIELDS = ["what", "by", "name", "email", "phone", "message"];
const open = (path) => {
  Object.assign(location, { pathname: path, href: `https://otisk.test${path}` });
  page = {};
  const add = (name, more = {}) => (page[`inquiry-${name}`] = Object.assign(new Element(), more));
  for (const name of ["state", "reason", "estimate", "parts", "clear", "outcomes"]) add(name);
  const elements = FIELDS.map((name) => {
    add(`${name}-problem`);
    const validity = { badInput: false };
    const type = name === "files" ? "file" : "text";
    return add(name, { name, value: "", defaultValue: "", type, validity, ownerDocument: {} });
  });
  elements.namedItem = (name) => elements.find((each) => each.name === name) || null;
  add("form", {
    action: "https://otisk.test/en/inquiries",
    elements,
    querySelectorAll: () => FIELDS.map((field) => ({ dataset: { field } })),
    querySelector: () => elements.find(({ attributes }) => attributes["aria-invalid"]),
    append(...added) {
      elements.push(...added);
      for (const field of added) field.remove = () => elements.splice(elements.indexOf(field), 1);
    },
    submit: () => network.posted.push(Object.fromEntries(new FormData(element("form")))),
  });
};
globalThis.FormData = class extends FormData {
  constructor(form) {
    super();
    for (const { name, value } of form?.elements || []) this.append(name, value);
  }
};
const visibility = new Target();
Object.assign(document, {
  createElement: () => new Element(),
  getElementById: (id) => page?.[id] || null,
  addEventListener: (...given) => visibility.addEventListener(...given),
  removeEventListener: (...given) => visibility.removeEventListener(...given),
});
const show = (state) => {
  document.visibilityState = state;
  visibility.fire("visibilitychange");
};

const { extra, hasFailed } = await import("$/app/guard/extra.js");
const { enhance } = await import("$/app/extras/inquiry/form.js");
const visit = async (path) => {
  open(path);
  const self = extra("inquiry");
  self.run(() => enhance(self));
  await pass(300);
  return () => {
    page = null;
    self.end();
  };
};
const type = (values) => {
  for (const [name, value] of Object.entries(values)) {
    Object.assign(element(name), { value });
    element("form").fire("input", { target: element(name) });
  }
};
const submit = async () => {
  element("form").fire("submit", { preventDefault() {} });
  await pass(300);
};
const FILLED = { what: "other", name: "Jana", email: "jana@example.com", message: "Hello" };
const state = () => element("state").textContent;
"""


def run_page(javascript: Browser, script: str) -> Any:
    texts = {
        inquiry.MODULE: inquiry.module(),
        outcomes.MODULE: outcomes.module(),
        "app/i18n/client.js": "export const updateLabels = () => {};",
    }
    for name, text in texts.items():
        (javascript.folder / name).write_text(text)
    return javascript.run(SCRIPT + script)
