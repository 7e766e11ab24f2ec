// The cookie of the language that the visitor has chosen: the server reads it where `/` opens (app/i18n/detection.py).
import { cookies } from "$/app/browser/cookies.js";

const MAX_AGE_SECONDS = 365 * 24 * 60 * 60;

/**
 * Keeps the choice for a year.
 *
 * @param {string} code the language's
 */
export const rememberLanguage = (code) => {
  cookies.text = `i18n_redirected=${code}; Max-Age=${MAX_AGE_SECONDS}; Path=/; SameSite=Lax`;
};
