// The language that a page is in, by its path.
import site from "$/app/site.json";

/**
 * The code of the language.
 *
 * @param {string} path
 * @returns {string}
 */
export const languageOf = (path) => {
  const [fallback, ...prefixed] = site.languages;
  return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) || fallback;
};
