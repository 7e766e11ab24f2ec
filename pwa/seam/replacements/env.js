// Replaces "$/env.json". In production, all backend URLs use the page's origin. During development, only the upload
// URL uses the page's origin, because the backend rejects cross-origin uploads.
import env from "../../../env.json";

/** @param {string} url */
const here = (url) => {
  const { protocol, pathname } = new URL(url);
  const origin = protocol.startsWith("ws") ? location.origin.replace(/^http/, "ws") : location.origin;
  return origin + pathname;
};

const isProduction = process.env.NODE_ENV === "production";
/** @param {[string, string | boolean]} entry */
const adapted = ([name, value]) => [
  name,
  typeof value === "string" && (isProduction || name === "UPLOAD") ? here(value) : value,
];

export default typeof location === "undefined" ? env : Object.fromEntries(Object.entries(env).map(adapted));
