// Shows the list of earlier inquiries.
import { createElement } from "$/app/browser/elements.js";
import { closedDates } from "./field_writes.js";

/**
 * @typedef {import("$/app/guard/extra.js").Extra} Extra
 * @typedef {import("./queue.js").Contents} Contents
 * @typedef {import("./queue.js").Entry} Entry
 * @typedef {import("./queue.js").Outcome} Outcome
 *
 * @typedef {import("./outcome_words.json").Words} Words
 *
 * @typedef {object} FormStatus
 * @property {string} id the ID that the form has given to the inquiry
 * @property {"sending" | "waiting" | "waitingOpen" | "waitingHere" | Outcome["state"] | "gone"} state
 *   `waitingOpen`: sent only while a page of the site is open; `waitingHere`: stored only in this page's memory;
 *   `gone`: another page has shown the outcome
 * @property {boolean} isOwn whether the inquiry is the latest from this document
 * @property {Contents} [contents] the contents of an inquiry that will not be sent
 * @typedef {Omit<Outcome, "state"> & FormStatus} Status
 *
 * @typedef {object} Item
 * @property {Entry} entry
 * @property {Contents} [contents] contents that can be restored to the form
 *
 * @typedef {object} Actions
 * @property {(item: Item) => unknown} restore returns false if the form contains other input
 * @property {(item: Item) => unknown} discard
 * @property {(item: Item) => unknown} withdraw
 */

const WEEK = 7;
const TECHNICAL = ["id", "seconds", "total", "website"];

/**
 * Shows the items without replacing unchanged elements. Otherwise, screen readers would announce them again, and the
 * focus would be lost.
 *
 * @param {Extra} self
 * @param {HTMLElement} list
 * @param {Item[]} items
 * @param {Words} words
 * @param {Actions} actions
 */
export function showOutcomes(self, list, items, words, actions) {
  const old = new Map(
    [.../** @type {HTMLCollectionOf<HTMLElement>} */ (list.children)].map((row) => [keyOf(row), row]),
  );
  const rows = items.map((item) => {
    const row = rowOf(self, item, words, actions);
    return old.get(keyOf(row)) || row;
  });
  for (const row of old.values()) if (!rows.includes(row)) row.remove();
  rows.forEach((row, index) => {
    if (row !== list.children[index]) list.insertBefore(row, list.children[index]);
  });
}

/** @param {HTMLElement} row */
const keyOf = ({ dataset }) => `${dataset.id} ${dataset.state} ${dataset.kept} ${dataset.reason}`;

/** @type {(self: Extra, item: Item, words: Words, actions: Actions) => HTMLElement} */
function rowOf(self, item, words, actions) {
  const { entry, contents } = item;
  const { labels } = words;
  const row = document.createElement("li");
  const { id, reason = "" } = entry;
  Object.assign(row.dataset, { id, state: entryLabelOf(entry), kept: contents ? "yes" : "", reason });
  row.append(paragraph(textOf(entry, words)));
  if (entry.outcome?.order) row.append(orderLink(entry.outcome.order, words));
  if (isOutdated(entry.outcome)) row.append(reloadLink(words));
  if (stateOf(entry).startsWith("waiting")) {
    const stop = button(self, labels.withdraw, () => {
      stop.hidden = true; // `withdraw` might wait a minute for a running attempt
      return actions.withdraw(item);
    });
    row.append(stop);
  }
  if (!contents) return row;
  const note = paragraph("");
  row.append(
    details(words, contents),
    button(self, labels.restore, () => {
      if (actions.restore(item) === false) note.textContent = labels.occupied;
    }),
    button(self, labels.discard, () => actions.discard(item)),
    note,
  );
  return row;
}

/**
 * Returns the state to show. A retry counts as waiting. Otherwise, screen readers would announce each attempt.
 *
 * @param {Pick<Entry, "state" | "isRetry" | "isInMemory" | "isSynced" | "outcome">} entry
 */
export function stateOf({ state, isRetry, isInMemory, isSynced, outcome }) {
  if (outcome) return outcome.state;
  if (state === "sending" && !isRetry) return "sending";
  if (isInMemory) return "waitingHere";
  return isSynced ? "waiting" : "waitingOpen";
}

/** @param {Entry} entry */
const entryLabelOf = (entry) => labelOf({ state: stateOf(entry), reference: entry.outcome?.reference });

/**
 * Returns the key of the form's message. Outcomes that earlier releases stored lack `isMailed`.
 *
 * @param {{ state: string, reference?: string, isMailed?: boolean }} status
 */
export function labelOf({ state, reference, isMailed = true }) {
  if (state !== "sent") return state;
  if (!reference) return "arrived";
  return isMailed ? "sent" : "sentUnmailed";
}

/** @type {(entry: Entry, words: Words, now?: Date) => string} */
export function textOf(entry, words, now = new Date()) {
  const { reference = "", reason = "", note = "" } = entry.outcome || {};
  /** @type {Record<string, string>} */
  const values = { inquiry: nameOf(entry, words, now), reference, reason };
  const text = words.labels[entryLabelOf(entry)].replace(/\{(\w+)\}/g, (_, name) => values[name]);
  return `${entry.reason ?? ""} ${text} ${note}`.trim();
}

/** @type {(entry: Entry, words: Words, now: Date) => string} */
function nameOf({ what, created }, { tag, labels, days, subjects }, now) {
  if (!Object.hasOwn(subjects, what)) return labels.earlier;
  const then = new Date(created);
  const age = Math.round((midnight(now) - midnight(then)) / (24 * 60 * 60 * 1000));
  const format = () => new Intl.DateTimeFormat(tag, { day: "numeric", month: "long" }).format(then);
  const date = () => format().replace(/ /g, "\u00a0");
  const day =
    age === 0 ? days.today : age > 0 && age < WEEK ? days[then.getDay()] : days.date.replace("{date}", date());
  return labels.named.replace("{day}", day).replace("{subject}", subjects[what]);
}

/** @param {Date} date */
const midnight = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** @type {(path: string, words: Words) => HTMLAnchorElement} */
export const orderLink = (path, { labels }) =>
  createElement("a", { href: path, className: "underline", textContent: labels.order });

/**
 * Returns a link to the latest form. The query makes the service worker check for a newer form.
 *
 * @param {Words} words
 */
export const reloadLink = ({ labels }) =>
  createElement("a", { href: "?latest", className: "underline", textContent: labels.load });

/**
 * Whether the page's form is outdated: it lacks a required field, or offers an option that the server has removed.
 *
 * @param {Pick<Outcome, "problems" | "hasRemovedOption">} [outcome]
 */
export const isOutdated = ({ problems = {}, hasRemovedOption = false } = {}) =>
  hasRemovedOption || Object.keys(problems).some((name) => !document.getElementById(`inquiry-${name}`));

/**
 * Returns the outcome. Replaces its reason if the sent form was outdated but the page's form is not.
 *
 * @param {Outcome} outcome
 * @param {Contents} contents
 * @param {Words} words
 * @returns {Outcome}
 */
export function updateReason(outcome, contents, { labels }) {
  const sent = new Map([["files", ""], ...contents]);
  const names = Object.keys(outcome.problems || {});
  const wasOutdated = outcome.hasRemovedOption || names.some((name) => !sent.has(name));
  const hasRemovedOption =
    outcome.hasRemovedOption && names.some((name) => optionsOf(name).some(({ value }) => value === sent.get(name)));
  const current = { ...outcome, hasRemovedOption };
  return wasOutdated && !isOutdated(current) ? { ...current, reason: labels.wrong } : outcome;
}

/** @param {string} text */
const paragraph = (text) => createElement("p", { textContent: text });

/** @type {(self: Extra, label: string, task: () => unknown) => HTMLButtonElement} */
function button(self, label, task) {
  const element = createElement("button", { type: "button", textContent: label });
  self.listen(element, "click", task);
  return element;
}

/** @type {(words: Words, contents: Contents) => HTMLElement} */
function details(words, contents) {
  const list = document.createElement("dl");
  for (const [title, text] of readable(contents, words)) {
    list.append(createElement("dt", { textContent: title }), createElement("dd", { textContent: text }));
  }
  const element = document.createElement("details");
  element.append(createElement("summary", { textContent: words.labels.contents }), list);
  return element;
}

/**
 * Returns labels and values of the filled-in fields for the chosen kind of order. For inquiries of earlier releases
 * (without a phone field), returns all filled-in fields.
 *
 * @param {Contents} contents
 * @param {Words} words
 */
export function readable(contents, { kinds, names }) {
  const what = String(contents.find(([name]) => name === "what")?.[1]);
  const isEarlier = !contents.some(([name]) => name === "phone");
  const isAsked = (/** @type {string} */ name) =>
    isEarlier || !Object.hasOwn(kinds, what) || ["what", ...kinds[what]].includes(name);
  return contents
    .filter(([name, value]) => value && !TECHNICAL.includes(name) && isAsked(name))
    .map(([name, value]) => [
      names[`${what} ${name}`] ?? names[name] ?? name,
      typeof value === "string" ? optionOf(name, value) : value.name,
    ]);
}

/**
 * Returns the text that the form shows for a field's value.
 *
 * @param {string} name
 * @param {string} value
 */
function optionOf(name, value) {
  return optionsOf(name).find((option) => option.value === value)?.textContent || closedDates.get(value) || value;
}

/** @param {string} name */
function optionsOf(name) {
  const field = document.getElementById(`inquiry-${name}`);
  return field instanceof HTMLSelectElement ? [...field.options] : [];
}
