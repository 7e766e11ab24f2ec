// The cookie of the chosen language, by which the server redirects `/` (detection.py).
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/** @param {string} code of the language */
export const languageCookie = (code) => `i18n_redirected=${code}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`;
