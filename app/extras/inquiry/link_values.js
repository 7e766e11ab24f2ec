// Handles the values of fields that links can prefill. Drafts store them for each link.

const MAX_LINKS = 10;

/**
 * @typedef {import("./draft.js").Texts} Texts
 * @typedef {import("./draft.js").Draft["orders"]} Orders
 */

/**
 * Returns the values in a link's query. Like the server, uses the last value of a repeated name.
 *
 * @type {(search: string, prefilled: string[]) => Texts}
 */
export const linked = (search, prefilled) =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([name, value]) => value && prefilled.includes(name)));

/**
 * Separates prefilled fields from others.
 *
 * @type {(values: Texts, prefilled: string[]) => { texts: Texts, linkValues: Texts }}
 */
export function split(values, prefilled) {
  /** @type {(isPrefilled: boolean) => Texts} */
  const subset = (isPrefilled) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => prefilled.includes(name) === isPrefilled));
  return { texts: subset(false), linkValues: subset(true) };
}

/**
 * Returns a link's values, or without a link, those of the latest link.
 *
 * @type {(orders: Orders, address: string) => Texts | undefined}
 */
export const valuesFor = (orders, address) => orders[address] || (address ? {} : Object.values(orders).at(-1));

/**
 * Returns `orders` with newer values of a link.
 *
 * @type {(orders: Orders, address: string, values: Texts) => Orders}
 */
export function withValues(orders, address, values) {
  if (!Object.keys(values).length) return orders;
  const { [address]: _, ...others } = orders;
  return Object.fromEntries([...Object.entries(others), [address, values]].slice(-MAX_LINKS));
}
