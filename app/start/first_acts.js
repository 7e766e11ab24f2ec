// Records the visitor's actions until React has hydrated the page, then replays them. Only pages with state load this
// script (builder/start_script.py). The script stops the propagation of recorded events, because React would otherwise
// handle some of the events twice and out of order.
import { FIELD, isEdited } from "$/app/browser/fields.js";
import { guarded } from "./guarded.js";

const BUTTON = "button, [role=button]";

/** @type {Map<object, () => void>} */
const acts = new Map(); // keyed by click event or form, so that each form is sent only once
/** @type {Set<HTMLInputElement>} */
const edited = new Set();
const listening = new AbortController();

/**
 * @template {keyof DocumentEventMap} Type
 * @param {Type} type
 * @param {(element: any, event: DocumentEventMap[Type]) => void} task
 */
const listen = (type, task) =>
  document.addEventListener(
    type,
    guarded("first-acts", (/** @type {DocumentEventMap[Type]} */ event) => task(event.target, event)),
    { capture: true, signal: listening.signal },
  );

/**
 * Whether the browser itself handles a click on the element, for example on a link.
 *
 * @param {Element} element
 */
const isNative = (element) => Boolean(element.closest("a[href], summary, form[action]"));

listen("click", (/** @type {Element} */ element, event) => {
  const button = /** @type {HTMLButtonElement | null} */ (element.closest(BUTTON));
  const submits = button?.form && button.type === "submit";
  if (!button || submits || isNative(button)) return;
  event.stopPropagation();
  acts.set(event, () => button.click());
});

listen("submit", (/** @type {HTMLFormElement} */ form, event) => {
  if (isNative(form)) return;
  event.preventDefault();
  event.stopPropagation();
  acts.delete(form); // moves a repeated submission to the end, so that the clicks before it are replayed first
  acts.set(form, () => form.requestSubmit(event.submitter));
});

/** @type {(field: HTMLInputElement, event?: Event) => void} */
function noteEdit(field, event) {
  if (!field.matches(FIELD) || isNative(field)) return;
  event?.stopPropagation();
  edited.add(field);
}

listen("input", noteEdit);

guarded("first-acts", () => {
  // Records input that visitors entered before this script ran.
  for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll(FIELD)))
    if (isEdited(field)) noteEdit(field);
})();

/**
 * Repeats the input in a field. Sets the old value first, because React ignores events that change nothing.
 *
 * @param {HTMLInputElement} field
 */
function repeatEdit(field) {
  if (/checkbox|radio/.test(field.type)) {
    if (field.checked === field.defaultChecked) return;
    field.checked = field.defaultChecked;
    field.click();
    return;
  }
  if (canSetValue(field)) {
    const { value } = field;
    // Uses the prototype's setter, because React has replaced the element's setter.
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") || {};
    field.value = field.defaultValue;
    set?.call(field, value);
  }
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * Whether setting the value again preserves the input. Files, multiple choices and partial dates would be lost.
 *
 * @param {HTMLInputElement} field
 */
const canSetValue = (field) => "defaultValue" in field && field.type !== "file" && !field.validity.badInput;

addEventListener(
  "app:hydrated",
  () => {
    listening.abort();
    const edits = [...edited].map((field) => () => repeatEdit(field));
    for (const repeat of [...edits, ...acts.values()]) guarded("first-acts", repeat)();
  },
  { once: true },
);
