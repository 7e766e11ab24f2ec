// Stores the input of the inquiry form until the form's script has started.

export const EARLY_INPUT = "inquiry-typed"; // the sessionStorage key of the stored input

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

/**
 * Returns the value of a field before any input.
 *
 * @param {Field} field
 */
export const initialValue = (field) =>
  "options" in field
    ? ([...field.options].find(({ defaultSelected }) => defaultSelected) || field.options[0])?.value
    : field.defaultValue;

/**
 * Stores the form's input. For unedited fields, keeps the input that an earlier page stored.
 *
 * @param {Pick<Storage, "getItem"> & { setItem(key: string, value: string): unknown }} storage
 */
export function saveEarlyInput(storage) {
  const form = globalThis.document.forms.namedItem("inquiry-form");
  if (!form || form.noValidate) return; // the form's script has started, and stores the input itself
  const earlier = Object.fromEntries(JSON.parse(storage.getItem(EARLY_INPUT) || "[]"));
  const typed = Array.from(new FormData(form), ([name, value]) => {
    const text = /** @type {File} */ (value).name ?? value;
    const field = /** @type {Field} */ (form.elements.namedItem(name));
    return [name, text === (initialValue(field) ?? "") ? (earlier[name] ?? text) : text];
  });
  storage.setItem(EARLY_INPUT, JSON.stringify(typed));
}
