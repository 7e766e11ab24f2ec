// The cookie with the chosen language. The server redirects `/` to this language.
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** @param {string} code */
export const languageCookie = (code) => `i18n_redirected=${code}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`;
