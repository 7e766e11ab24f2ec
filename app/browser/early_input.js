// Stores input that visitors enter before the inquiry form's script starts.
import { initialValue } from "./fields.js";

export const EARLY_INPUT = "inquiry-typed"; // the sessionStorage key of the stored input

/**
 * Stores the form's values. Unedited fields do not overwrite stored values.
 *
 * @param {Pick<Storage, "getItem"> & { setItem(key: string, value: string): unknown }} storage
 */
export function saveEarlyInput(storage) {
  const form = globalThis.document.forms.namedItem("inquiry-form");
  if (!form || form.noValidate) return; // the form's own script has started and stores the input itself
  const earlier = Object.fromEntries(JSON.parse(storage.getItem(EARLY_INPUT) || "[]"));
  const typed = Array.from(new FormData(form), ([name, value]) => {
    const text = /** @type {File} */ (value).name ?? value;
    const field = /** @type {import("./fields.js").Field} */ (form.elements.namedItem(name));
    return [name, text === initialValue(field) ? (earlier[name] ?? text) : text];
  });
  storage.setItem(EARLY_INPUT, JSON.stringify(typed));
}
