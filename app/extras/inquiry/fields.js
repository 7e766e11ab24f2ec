// Selects the fields for the chosen kind of order, as app/content/inquiry_values.py does on the server.

/**
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} control
 * @property {number} [least]
 * @property {number} [limit]
 * @property {string} [pattern]
 * @property {[name: string, values: string[]]} [shownIf] shown if `name` has one of `values`
 * @property {boolean} [isRequired]
 * @property {boolean} [mayBeEmpty]
 * @property {boolean} [isPrice]
 *
 * @typedef {Record<string, Rules[]>} Kinds fields, keyed by kind of order
 * @typedef {(name: string) => string} Values returns the text of the field `name`
 */

/** @type {(kinds: Kinds, values: Values) => Rules[]} */
export const asked = (kinds, values) =>
  (kinds[values("what")] || []).filter(({ shownIf }) => !shownIf || shownIf[1].includes(values(shownIf[0])));

const GROUPED = /^[1-9]\d{0,2}(?:[,.'’]\d{3})+$/;

/**
 * Returns a number field's value, or 0 if invalid or out of range. Empty optional fields count as 1.
 *
 * @param {Rules} field
 * @param {string} text
 */
export function numberOf({ least = 1, limit = 0, isRequired }, text) {
  const bare = text.replace(/\s/g, "");
  const digits = GROUPED.test(bare) ? bare.replace(/\D/g, "") : bare;
  if (!digits && !isRequired) return 1;
  const number = /^\d{1,6}$/.test(digits) ? Number(digits) : 0;
  return number >= least && number <= limit ? number : 0;
}

// The same characters as in app/i18n/characters.py.
const LINE_BREAKS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
const INVISIBLE = /[^\P{Cc}\t\n]|[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu;
const ENDS = /^[\s\u200c\u200d]+|[\s\u200c\u200d]+$/g;

/** @type {(data: FormData) => Values} */
export const valuesOf = (data) => (name) =>
  String(data.get(name) ?? "")
    .replace(LINE_BREAKS, "\n")
    .replace(INVISIBLE, "")
    .replace(/[^\S\n]+/g, " ")
    .replace(ENDS, "");
