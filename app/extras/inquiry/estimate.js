// Calculates the same estimates as app/content/estimate.py on the server.
import { asked, numberOf } from "./fields.js";

/**
 * @typedef {[name: number, once: number, crowns: number, pieces: number, above: number, upTo: number | null,
 *   times: number, group: number]} Line as in app/content/estimate.py
 * @typedef {Record<string, string>} Texts
 * @typedef {import("./fields.js").Values} Values
 *
 * @typedef {object} Words
 * @property {Texts} labels
 * @property {Texts} problems
 * @property {Texts} lines labels of price lines, keyed by line number
 * @property {string} price a pattern, such as `0 Kč`
 * @property {[pattern: string, crowns: number, units: number] | null} second the second currency's pattern and its
 *   rate: `crowns` are worth `units`, both whole numbers
 * @property {string} separator
 *
 * @typedef {object} Form
 * @property {string[]} prefilled
 * @property {number} maxFiles
 * @property {number} maxFileBytes
 * @property {string[]} fileTypes
 * @property {number} maxYearsAhead
 * @property {string} timeZone
 * @property {import("./fields.js").Kinds} kinds
 * @property {Record<string, number>} bookableUntil
 * @property {Record<string, Line[]>} lines
 * @property {Record<string, number>} examples
 * @property {Record<string, Words>} languages
 */

/** @type {(lines: Line[], ordered: number) => number[]} */
const amounts = (lines, ordered) =>
  lines.map(([, once, crowns, pieces, above, upTo, times, group]) => {
    const counted = Math.floor(Math.max(0, Math.min(ordered, upTo ?? ordered) - above) / group);
    return times * (once + Math.floor((crowns * counted) / pieces));
  });

/**
 * Returns the estimate lines whose amount is not 0, or undefined if there is no estimate.
 *
 * @param {Form} form
 * @param {Words} words
 * @param {Values} values
 * @param {number} [example]
 * @returns {{ name: string, crowns: number }[] | undefined}
 */
export function estimate(form, words, values, example = 0) {
  const lines = form.lines[keyOf(form, values)];
  const counted = countedOf(form, values);
  const quantity = example || (counted ? numberOf(counted, values(counted.name)) : 1);
  if (!lines || !quantity) return undefined;
  return amounts(lines, quantity)
    .map((crowns, index) => ({ name: words.lines[lines[index][0]], crowns }))
    .filter(({ crowns }) => crowns);
}

/**
 * Returns the example quantity, or 0 if the visitor has entered a quantity.
 *
 * @param {Form} form
 * @param {Values} values
 */
export function exampleOf(form, values) {
  const counted = countedOf(form, values);
  return (counted && !values(counted.name) && form.examples[keyOf(form, values)]) || 0;
}

/** @type {(form: Form, values: Values) => import("./fields.js").Rules | undefined} */
const countedOf = ({ kinds }, values) => asked(kinds, values).find(({ control }) => control === "number");

/** @type {(form: Form, values: Values) => string} */
function keyOf({ kinds }, values) {
  const choices = asked(kinds, values).filter(({ isPrice }) => isPrice);
  return [values("what"), ...choices.map(({ name }) => values(name))].join(" ");
}

/**
 * Formats an amount in both currencies.
 *
 * @param {Words} words
 * @param {number} crowns
 */
export function priced({ price, second, separator }, crowns) {
  /** @type {(pattern: string, amount: number) => string} */
  const written = (pattern, amount) => pattern.replace("0", String(amount).replace(/\B(?=(\d{3})+$)/g, separator));
  const converted = second && written(second[0], Math.round((crowns * second[2]) / second[1]));
  return { price: written(price, crowns), second: converted ?? "" };
}
