// Replaces "universal-cookie". Contains only the functions that Reflex calls.
import { cookies } from "$/app/browser/cookies.js";

/**
 * @typedef {{
 *   path?: string, maxAge?: number, expires?: Date | string | number, domain?: string, secure?: boolean,
 *   sameSite?: boolean | string,
 * }} Options
 */

/** @param {Options} options */
const attributes = ({ path = "/", maxAge, expires, domain, secure, sameSite }) =>
  [
    `path=${path}`,
    maxAge != null && `max-age=${maxAge}`,
    expires && `expires=${new Date(expires).toUTCString()}`,
    domain && `domain=${domain}`,
    secure && "secure",
    sameSite && `samesite=${sameSite === true ? "strict" : sameSite}`,
  ].filter(Boolean);

/**
 * Returns invalid values unchanged, because other programs might have set them.
 *
 * @param {string} value
 */
const decoded = (value) => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

export default class Cookies {
  /** @param {string} name */
  get(name) {
    if (typeof document === "undefined") return undefined;
    const start = `${encodeURIComponent(name)}=`;
    const found = cookies.text.split("; ").find((cookie) => cookie.startsWith(start));
    return found && decoded(found.slice(start.length));
  }

  /** @type {(name: string, value: string, options?: Options) => void} */
  set(name, value, options = {}) {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    cookies.text = [pair, ...attributes(options)].join("; ");
  }

  /** @type {(name: string, options?: Options) => void} */
  remove(name, options = {}) {
    this.set(name, "", { ...options, maxAge: 0 });
  }
}
