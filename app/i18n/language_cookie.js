// The cookie of the language that the visitor has chosen: the server reads it where `/` opens (detection.py).
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * The cookie as `document.cookie` takes it; it keeps the choice for a year.
 *
 * @param {string} code the language's
 */
export const languageCookie = (code) => `i18n_redirected=${code}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`;
