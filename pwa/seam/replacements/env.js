// Replaces "$/env.json". In production, the backend's URLs get the page's own origin.
import env from "../../../env.json";

/** @param {string} url */
const here = (url) => {
  const { protocol, pathname } = new URL(url);
  const origin = protocol.startsWith("ws") ? location.origin.replace(/^http/, "ws") : location.origin;
  return origin + pathname;
};
/** @param {[string, string | boolean]} entry */
const rebased = ([name, value]) => [name, typeof value === "string" ? here(value) : value];

const isUnchanged = typeof location === "undefined" || process.env.NODE_ENV !== "production";

export default isUnchanged ? env : Object.fromEntries(Object.entries(env).map(rebased));
