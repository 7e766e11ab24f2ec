import site from "$/app/site.json";

/**
 * @param {string} path
 * @returns {string} the language code of the page
 */
export const languageOf = (path) => {
  const [fallback, ...prefixed] = site.languages;
  return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) || fallback;
};
