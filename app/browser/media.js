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
    const list = globalThis.matchMedia(query);
    if (!list) throw new TypeError("matchMedia returned null");
    return list;
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
