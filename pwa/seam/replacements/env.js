// Replaces "$/env.json". In production, all backend URLs use the page's origin. During development, only the upload
// URL uses the page's origin, because the backend rejects cross-origin uploads.
import env from "../../../env.json";

/** @param {string} url */
const here = (url) => {
  const { protocol, pathname } = new URL(url);
  const origin = protocol.startsWith("ws") ? location.origin.replace(/^http/, "ws") : location.origin;
  return origin + pathname;
};
/** @param {[string, string | boolean]} entry */
const rebased = ([name, value]) => [name, typeof value === "string" ? here(value) : value];

const inDevelopment = process.env.NODE_ENV !== "production";
/** @param {[string, string | boolean]} entry */
const isRebased = ([name]) => !inDevelopment || name === "UPLOAD";
/** @param {[string, string | boolean]} entry */
const adapted = (entry) => (isRebased(entry) ? rebased(entry) : entry);

export default typeof location === "undefined" ? env : Object.fromEntries(Object.entries(env).map(adapted));
