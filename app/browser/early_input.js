// Stores input that visitors enter before the inquiry form's script starts.
import { initialValue } from "./fields.js";

export const EARLY_INPUT = "inquiry-typed";

/**
 * Stores the form's values. Unedited fields do not overwrite stored values.
 *
 * @param {Pick<Storage, "getItem"> & { setItem(key: string, value: string): unknown }} storage
 */
export function saveEarlyInput(storage) {
  const form = globalThis.document.forms.namedItem("inquiry-form");
  if (!form || form.noValidate) return; // the form's own script has started and stores the input itself
  /** @type {[name: string, text: string][]} */
  const earlier = JSON.parse(storage.getItem(EARLY_INPUT) || "[]");
  const typed = [...new FormData(form)].flatMap(([name, value]) => {
    const text = /** @type {File} */ (value).name ?? value;
    const field = /** @type {import("./fields.js").Field} */ (form.elements.namedItem(name));
    const stored = earlier.filter(([each]) => each === name); // each file has an entry
    return text === initialValue(field) && stored.length ? stored : [[name, text]];
  });
  storage.setItem(EARLY_INPUT, JSON.stringify(typed));
}
