// Checks the form before sending. The server repeats all checks (app/inquiries/check.py).
import { asked, numberOf, valuesOf } from "./fields.js";

/**
 * @param {FormData} data
 * @param {import("./estimate.js").Form} form
 * @param {(name: string) => boolean | undefined} isUnreadable whether the browser cannot read a field, such as half a
 *   date
 * @returns {string[]}
 */
export function invalidFields(data, form, isUnreadable) {
  const values = valuesOf(data);
  const files = data.getAll("files").filter((file) => file instanceof File && (file.name || file.size));
  const areFilesValid =
    files.length <= form.maxFiles && files.every((file) => /** @type {File} */ (file).size <= form.maxFileBytes);
  /** @param {import("./fields.js").Rules} field */
  const isInvalid = (field) => !(field.control === "files" ? areFilesValid : isValid(field, values(field.name)));
  return asked(form.kinds, values)
    .filter((field) => isUnreadable(field.name) || isInvalid(field))
    .map(({ name }) => name);
}

/**
 * @param {import("./fields.js").Rules} field
 * @param {string} text
 */
function isValid(field, text) {
  if (!text) return !field.isRequired;
  if (field.control === "number") return numberOf(field, text) > 0;
  if (field.control === "date") return text >= new Date().toISOString().slice(0, 10);
  if (field.control === "email") return /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/.test(text);
  return !field.pattern || new RegExp(`^(?:${field.pattern})$`).test(text);
}
