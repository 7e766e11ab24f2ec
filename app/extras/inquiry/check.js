// Checks the form before sending. The server repeats all checks (app/inquiries/check.py).
import { asked, numberOf, valuesOf } from "./fields.js";

/** @typedef {import("./estimate.js").Form} Form */

// The server checks international domains more strictly (app/inquiries/addresses.py).
const ATOM = /[\w#$&'*+/=?^`{|}~-]+/.source;
const LABEL = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?/u.source;
const DOMAIN = `(?=.*[^.][\\p{L}\\p{M}]$)(?:${LABEL}\\.)+${LABEL}`;
const EMAIL = new RegExp(`^(?=.{1,64}@)${ATOM}(?:\\.${ATOM})*@${DOMAIN}$`, "u");
// Matches email addresses to refuse: MIME encoded-words, and domains that cannot receive mail.
const UNUSABLE = /=\?|\.(?:arpa|invalid|local|localhost|onion|test)$/i;

/**
 * @param {FormData} data
 * @param {Form} form
 * @param {(name: string) => boolean | undefined} isUnreadable whether a field's input is unreadable, such as an
 *   incomplete date
 * @returns {string[]}
 */
export function invalidFields(data, form, isUnreadable) {
  const values = valuesOf(data);
  const files = /** @type {File[]} */ (data.getAll("files")).filter(({ name, size }) => name || size);
  const areFilesValid = files.length <= form.maxFiles && files.every((file) => isValidFile(file, form));
  /** @param {import("./fields.js").Rules} field */
  const isInvalid = (field) => !(field.control === "files" ? areFilesValid : isValid(field, values(field.name), form));
  /** @param {import("./fields.js").Rules} field */
  const isUnchosen = ({ name, control, mayBeEmpty }) => control === "choice" && !mayBeEmpty && data.get(name) === "";
  return asked(form.kinds, values)
    .filter((field) => isUnreadable(field.name) || isUnchosen(field) || isInvalid(field))
    .map(({ name }) => name);
}

/** @type {(field: import("./fields.js").Rules, text: string, form: Form) => boolean} */
function isValid(field, text, form) {
  if (!text) return !field.isRequired;
  if (field.control === "number") return numberOf(field, text) > 0;
  if (field.control === "date") return isAhead(text, form);
  if (field.control === "email") return EMAIL.test(text) && !UNUSABLE.test(text);
  const typed = field.control === "lines" ? text : text.replace(/\s+/g, " ");
  return !field.pattern || new RegExp(`^(?:${field.pattern})$`).test(typed);
}

/**
 * Whether a date is today or later in the studio's time zone, and at most `maxYearsAhead` years ahead.
 *
 * @param {string} text
 * @param {Form} form
 */
function isAhead(text, { timeZone, maxYearsAhead }) {
  const today = new Date().toLocaleDateString("sv-SE", { timeZone }); // in ISO format
  return text >= today && Number.parseInt(text, 10) <= Number.parseInt(today, 10) + maxYearsAhead;
}

/**
 * Whether the server might accept a file. Names may lack an extension (“Plan v2.1”): the server checks the contents.
 *
 * @param {File} file
 * @param {Form} form
 */
function isValidFile({ name, size, type }, { maxFileBytes, fileTypes }) {
  const [ending] = /\.(?!\d+$)[^.\s]+$/.exec(name.toLowerCase()) || [];
  return size <= maxFileBytes && (!ending || fileTypes.includes(ending) || fileTypes.includes(type));
}
