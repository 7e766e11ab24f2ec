// Media queries. A browser that cannot answer one is treated as a small screen whose visitor has no preferences.
import { reportOnce } from "$/app/guard/report.js";

/** @typedef {Pick<MediaQueryList, "matches" | "addEventListener" | "removeEventListener">} QueryList */

/** @type {QueryList} */
const UNKNOWN = { matches: false, addEventListener() {}, removeEventListener() {} };

/**
 * The list of a media query: `matches`, and where listeners of its changes are added.
 *
 * @param {string} query
 * @returns {QueryList}
 */
export function media(query) {
  try {
    /** @type {Partial<QueryList>} */
    const list = globalThis.matchMedia(query);
    // Safari before 14 has lists without addEventListener.
    return /** @type {QueryList} */ (list.addEventListener ? list : { ...UNKNOWN, matches: list.matches });
  } catch (error) {
    reportOnce("media", error);
    return UNKNOWN;
  }
}

/**
 * Whether a media query matches now.
 *
 * @param {string} query
 * @returns {boolean}
 */
export const matches = (query) => media(query).matches;
