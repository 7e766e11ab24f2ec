// Detects edited form fields, even those edited before any script ran.

/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

export const FIELD = "input, select, textarea";
const NEVER_EMPTY = ["color", "range"];

/** @param {Field} field */
export function initialValue(field) {
  if ("options" in field)
    return ([...field.options].find(({ defaultSelected }) => defaultSelected) || field.options[0])?.value ?? "";
  return field.defaultValue || (NEVER_EMPTY.includes(field.type) ? field.value : "");
}

/** @param {Field} field */
export function isEdited(field) {
  if (field.validity?.badInput) return true; // incomplete input, such as a date without a year
  if ("files" in field && field.type === "file") return Boolean(field.files?.length);
  if ("checked" in field && ["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  return field.value !== initialValue(field) || isMarkedByBrowser(field);
}

/**
 * Whether the browser considers the field edited, even if it has its initial value again.
 *
 * @param {Field} field
 */
function isMarkedByBrowser(field) {
  try {
    return field.matches(":user-valid, :user-invalid");
  } catch {
    return false; // Safari before 16.5 and Chrome before 119 do not support `:user-valid`
  }
}
