// What an order would cost: the same lines as in app/content/estimate.py, summed here while somebody types.

/**
 * @typedef {[once: number, crowns: number, pieces: number, above: number, upTo: number | null, times: number]} Line
 * @typedef {Record<string, string>} Texts
 * @typedef {object} Words what is said in one language
 * @property {Texts} labels
 * @property {Texts} problems by field
 * @property {Record<string, Record<string, string[]>>} lines their names, by what is ordered and the number of colours
 * @property {string} price how 0 crowns are written
 * @property {[pattern: string, rate: number] | null} second how 0 of the second currency is written, and crowns for one
 * @property {string} separator of thousands
 * @typedef {object} Form what the form knows (`__init__.py`)
 * @property {string[]} prefilled names of the fields that a link may fill in
 * @property {string[]} priced
 * @property {number} maxPieces
 * @property {number} maxFiles
 * @property {number} maxFileBytes
 * @property {Record<string, Record<string, Line[]>>} lines by what is ordered and the number of colours
 * @property {Record<string, Words>} languages
 */

/**
 * The amounts of the lines, in whole crowns.
 *
 * @param {Line[]} lines
 * @param {number} ordered pieces
 * @returns {number[]}
 */
export const amounts = (lines, ordered) =>
  lines.map(([once, crowns, pieces, above, upTo, times]) => {
    const counted = Math.max(0, Math.min(ordered, upTo ?? ordered) - above);
    return times * (once + Math.floor((crowns * counted) / pieces));
  });

/**
 * The parts of an estimate, with those that come to something; undefined where the price lists have none.
 *
 * @param {Form} form
 * @param {Words} words
 * @param {{ what: string, pieces: number, colours: string }} order
 * @returns {{ name: string, crowns: number }[] | undefined}
 */
export function estimate(form, words, { what, pieces, colours }) {
  const lines = form.lines[what]?.[colours];
  if (!lines || !(pieces >= 1 && pieces <= form.maxPieces)) return undefined;
  const names = words.lines[what][colours];
  return amounts(lines, pieces)
    .map((crowns, place) => ({ name: names[place], crowns }))
    .filter(({ crowns }) => crowns);
}

/**
 * An amount as its language writes it, with an estimate in the second currency where it has one.
 *
 * @param {Words} words
 * @param {number} crowns
 */
export function priced({ price, second, separator }, crowns) {
  /** @type {(pattern: string, amount: number) => string} */
  const written = (pattern, amount) => pattern.replace("0", String(amount).replace(/\B(?=(\d{3})+$)/g, separator));
  return { price: written(price, crowns), second: second ? written(second[0], Math.round(crowns / second[1])) : "" };
}
