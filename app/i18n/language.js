import site from "$/app/site.json";

/**
 * @param {string} path of a page
 * @returns {string} the code of its language
 */
export const languageOf = (path) => {
  const [fallback, ...prefixed] = site.languages;
  return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) || fallback;
};
