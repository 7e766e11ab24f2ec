import site from "$/app/site.json";

/** @type {(path: string) => string} */
export const languageOf = (path) => {
  const [fallback, ...prefixed] = site.languages;
  return prefixed.find((code) => path === `/${code}` || path.startsWith(`/${code}/`)) || fallback;
};
