// Checks media queries. Queries that the browser does not support never match.
import { reportOnce } from "$/app/guard/report.js";

/** @typedef {Pick<MediaQueryList, "matches" | "addEventListener" | "removeEventListener">} QueryList */

/** @type {QueryList} */
const UNKNOWN = { matches: false, addEventListener() {}, removeEventListener() {} };

/**
 * @param {string} query
 * @returns {QueryList}
 */
export function media(query) {
  try {
    /** @type {Partial<QueryList>} */
    const list = globalThis.matchMedia(query);
    // Safari before 14 lacks `addEventListener` for media queries.
    return /** @type {QueryList} */ (list.addEventListener ? list : { ...UNKNOWN, matches: list.matches });
  } catch (error) {
    reportOnce("media", error);
    return UNKNOWN;
  }
}

/**
 * @param {string} query
 * @returns {boolean}
 */
export const matches = (query) => media(query).matches;
