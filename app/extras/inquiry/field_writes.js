// Writes values into single fields of the inquiry form. form_input.js chooses the values.
import { handover } from "$/app/start/handover.js";

/**
 * @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field
 * @typedef {import("./draft.js").Chosen} Chosen
 */

/** @type {Map<string, string>} The texts of removed options, keyed by value. */
export const closedDates = new Map();

/** @type {WeakMap<Field, HTMLOptionElement>} */
const emptyOptions = new WeakMap();

/**
 * Removes workshops that can no longer be booked, except the visitor's choice.
 *
 * @param {Field[]} fields
 * @param {Record<string, number>} bookableUntil
 */
export function removeClosedDates(fields, bookableUntil) {
  for (const field of fields.filter(({ name }) => name === "workshop"))
    for (const option of "options" in field ? [...field.options] : [])
      if (isClosed(option.value, bookableUntil[option.value]) && option.value !== field.value) {
        closedDates.set(option.value, option.textContent ?? "");
        option.remove();
      }
}

/**
 * Whether a workshop can no longer be booked. The server's list of bookable dates overrules the device's clock.
 *
 * @param {string} date
 * @param {number | undefined} until Unix time in ms; undefined for other options
 */
function isClosed(date, until) {
  if (until === undefined) return false;
  const { bookable } = handover;
  if (!bookable) return until <= Date.now();
  return !bookable.dates.includes(date) || (until > bookable.at && until <= Date.now());
}

/** @param {Field} field */
export const isFile = ({ type }) => type === "file";

/**
 * Identifies a file by metadata, because reading the file could be slow.
 *
 * @param {File} file
 * @returns {Chosen}
 */
export const described = ({ name, size, lastModified }) => [name, size, lastModified];

/**
 * Writes a value into a field. Selects the text of a focused field, so that typing replaces the text. Returns false if
 * the field does not accept the value.
 *
 * @param {Field} field
 * @param {string} value
 */
export function write(field, value) {
  if (isFile(field)) return false;
  field.value = value;
  if (value) removeEmptyOption(field);
  if (field.ownerDocument.activeElement === field && "defaultValue" in field && field.type !== "textarea")
    field.select();
  return field.value === value;
}

/**
 * Selects a new empty option instead of the first option, which the visitor did not choose.
 *
 * @param {HTMLSelectElement} list
 */
export function leaveUnchosen(list) {
  if ([...list.options].some(({ value }) => !value)) return;
  const option = new Option("", "");
  emptyOptions.set(list, option);
  list.add(option, 0);
  list.value = "";
}

/** @param {Field} field */
export function removeEmptyOption(field) {
  emptyOptions.get(field)?.remove();
  emptyOptions.delete(field);
}

/** @param {Field} field */
export function blank(field) {
  removeEmptyOption(field);
  if ("options" in field) field.selectedIndex = 0;
  else field.value = "";
}

/**
 * Fills in a file field, unless the visitor has already chosen files.
 *
 * @param {Field} field
 * @param {File[]} files
 */
export function choose(field, files) {
  const input = /** @type {HTMLInputElement} */ (field);
  if (!files.length || input.files?.length) return;
  try {
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    input.files = transfer.files;
  } catch {} // Safari before 14.1 cannot create a `DataTransfer`
}
