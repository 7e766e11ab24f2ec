// Media queries. A browser that cannot answer one is treated as a small screen whose visitor has no preferences.
import { tell } from "$/app/guard/report.js";

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
    const list = globalThis.matchMedia(query);
    return "addEventListener" in list ? list : { ...UNKNOWN, matches: list.matches }; // Safari before 14
  } catch (error) {
    tell("media", error);
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
