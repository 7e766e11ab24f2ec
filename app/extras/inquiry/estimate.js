// Estimates prices as app/content/estimate.py does.
import { asked, numberOf } from "./fields.js";

/**
 * @typedef {[name: number, once: number, crowns: number, pieces: number, above: number, upTo: number | null,
 *   times: number]} Line
 * @typedef {Record<string, string>} Texts
 *
 * @typedef {object} Words
 * @property {Texts} labels
 * @property {Texts} problems
 * @property {Texts} lines names of price lines, by number
 * @property {string} price formatted price of 0 crowns
 * @property {[pattern: string, rate: number] | null} second pattern and exchange rate of the second currency
 * @property {string} separator
 *
 * @typedef {object} Form
 * @property {string[]} prefilled
 * @property {number} maxFiles
 * @property {number} maxFileBytes
 * @property {import("./fields.js").Kinds} kinds
 * @property {Record<string, Line[]>} lines
 * @property {Record<string, Words>} languages
 */

/**
 * @param {Line[]} lines
 * @param {number} ordered
 * @returns {number[]}
 */
export const amounts = (lines, ordered) =>
  lines.map(([, once, crowns, pieces, above, upTo, times]) => {
    const counted = Math.max(0, Math.min(ordered, upTo ?? ordered) - above);
    return times * (once + Math.floor((crowns * counted) / pieces));
  });

/**
 * Returns the estimate's lines whose amount is not 0, or undefined if there is no estimate.
 *
 * @param {Form} form
 * @param {Words} words
 * @param {import("./fields.js").Values} values
 * @returns {{ name: string, crowns: number }[] | undefined}
 */
export function estimate(form, words, values) {
  const fields = asked(form.kinds, values);
  const choices = fields.filter(({ isPrice }) => isPrice).map(({ name }) => values(name));
  const lines = form.lines[[values("what"), ...choices].join(" ")];
  const counted = fields.find(({ control }) => control === "number");
  const quantity = counted ? numberOf(counted, values(counted.name)) : 1;
  if (!lines || !quantity) return undefined;
  return amounts(lines, quantity)
    .map((crowns, index) => ({ name: words.lines[lines[index][0]], crowns }))
    .filter(({ crowns }) => crowns);
}

/**
 * Formats an amount in crowns and in the second currency.
 *
 * @param {Words} words
 * @param {number} crowns
 */
export function priced({ price, second, separator }, crowns) {
  /** @type {(pattern: string, amount: number) => string} */
  const written = (pattern, amount) => pattern.replace("0", String(amount).replace(/\B(?=(\d{3})+$)/g, separator));
  return { price: written(price, crowns), second: second ? written(second[0], Math.round(crowns / second[1])) : "" };
}
