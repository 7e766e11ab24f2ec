// Stores what the visitor types into the inquiry form before the form's script has started.

export const EARLY_INPUT = "inquiry-typed"; // the key in sessionStorage

/**
 * Stores the form's input when the visitor leaves the page.
 *
 * @param {{ setItem(key: string, value: string): unknown }} storage
 */
export function saveEarlyInput(storage) {
  const form = globalThis.document.forms.namedItem("inquiry-form");
  if (!form || form.noValidate) return; // the form's script sets `noValidate`, and stores drafts itself
  const typed = Array.from(new FormData(form), ([name, value]) => [name, /** @type {File} */ (value).name ?? value]);
  storage.setItem(EARLY_INPUT, JSON.stringify(typed));
}
