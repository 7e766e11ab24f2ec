import site from "$/app/site.json";

/**
 * @param {string} path
 * @returns {string} the page's language code
 */
export const languageOf = (path) => {
  const [fallback, ...prefixed] = site.languages;
  return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) || fallback;
};
