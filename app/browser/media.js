// Media queries. A browser that cannot answer one is taken for a small screen whose visitor asked for nothing.
import { tell } from "$/app/guard/report.js";

const UNKNOWN = { matches: false, addEventListener() {}, removeEventListener() {} };

/** The list of a media query: `matches`, and where listeners of its changes are added. */
export function media(query) {
  try {
    const list = globalThis.matchMedia(query);
    return list.addEventListener ? list : { ...UNKNOWN, matches: list.matches }; // Safari before 14
  } catch (error) {
    tell("media", error);
    return UNKNOWN;
  }
}

export const matches = (query) => media(query).matches;
