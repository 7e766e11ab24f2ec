// Estimates prices as app/content/estimate.py does.

/**
 * @typedef {[once: number, crowns: number, pieces: number, above: number, upTo: number | null, times: number]} Line
 * @typedef {Record<string, string>} Texts
 *
 * @typedef {object} Words
 * @property {Texts} labels
 * @property {Texts} problems
 * @property {Texts} lines names of price lines, by product, number of colours and position
 * @property {string} price formatted price of 0 crowns
 * @property {[pattern: string, rate: number] | null} second pattern and exchange rate of the second currency
 * @property {string} separator
 *
 * @typedef {object} Form
 * @property {string[]} prefilled
 * @property {string[]} priced
 * @property {number} maxPieces
 * @property {number} maxFiles
 * @property {number} maxFileBytes
 * @property {Record<string, Record<string, Line[]>>} lines
 * @property {Record<string, Words>} languages
 */

/**
 * @param {Line[]} lines
 * @param {number} ordered
 * @returns {number[]}
 */
export const amounts = (lines, ordered) =>
  lines.map(([once, crowns, pieces, above, upTo, times]) => {
    const counted = Math.max(0, Math.min(ordered, upTo ?? ordered) - above);
    return times * (once + Math.floor((crowns * counted) / pieces));
  });

/**
 * Returns the estimate's lines whose amount is not 0, or undefined if there is no estimate.
 *
 * @param {Form} form
 * @param {Words} words
 * @param {{ what: string, pieces: number, colours: string }} order
 * @returns {{ name: string, crowns: number }[] | undefined}
 */
export function estimate(form, words, { what, pieces, colours }) {
  const lines = form.lines[what]?.[colours];
  if (!lines || !(pieces >= 1 && pieces <= form.maxPieces)) return undefined;
  return amounts(lines, pieces)
    .map((crowns, index) => ({ name: words.lines[`${what} ${colours} ${index}`], crowns }))
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
