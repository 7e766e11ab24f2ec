// Stores input that visitors enter before the inquiry form's script starts.
import { initialValue } from "./fields.js";

export const EARLY_INPUT = "inquiry-typed";

/**
 * Stores the edited values of the form.
 *
 * @param {() => Pick<Storage, "getItem"> & { setItem(key: string, value: string): unknown }} open returns the storage
 */
export function saveEarlyInput(open) {
  const form = globalThis.document.forms.namedItem("inquiry-form");
  if (!form || form.noValidate) return; // the form's script has started: it sets `noValidate` and stores the input
  const values = [...new FormData(form)].map(([name, value]) => {
    const text = /** @type {File} */ (value).name ?? value;
    const field = /** @type {import("./fields.js").Field} */ (form.elements.namedItem(name));
    return { name, text, isInitial: text === initialValue(field) };
  });
  if (values.every(({ isInitial }) => isInitial)) return;
  const storage = open();
  /** @type {[name: string, text: string][]} */
  const earlier = JSON.parse(storage.getItem(EARLY_INPUT) || "[]");
  // Does not store initial values, because a link's query may have set them. Keeps the field's earlier entries instead.
  // A file field can have several entries.
  const typed = values.flatMap(({ name, text, isInitial }) =>
    isInitial ? earlier.filter(([each]) => each === name) : [[name, text]],
  );
  storage.setItem(EARLY_INPUT, JSON.stringify(typed));
}
