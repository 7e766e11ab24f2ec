// Stands in for "universal-cookie": what Reflex calls of it, in the browser.
import { cookies } from "$/app/browser/cookies.js";

const attributes = ({ path = "/", maxAge, expires, domain, secure, sameSite }) =>
  [
    `path=${path}`,
    maxAge != null && `max-age=${maxAge}`,
    expires && `expires=${new Date(expires).toUTCString()}`,
    domain && `domain=${domain}`,
    secure && "secure",
    sameSite && `samesite=${sameSite === true ? "strict" : sameSite}`,
  ].filter(Boolean);

// A cookie that somebody else has set need not be encoded.
const decoded = (value) => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

export default class Cookies {
  get(name) {
    if (typeof document === "undefined") return undefined;
    const start = `${encodeURIComponent(name)}=`;
    const found = cookies.text.split("; ").find((cookie) => cookie.startsWith(start));
    return found && decoded(found.slice(start.length));
  }

  set(name, value, options = {}) {
    const pair = `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    cookies.text = [pair, ...attributes(options)].join("; ");
  }

  remove(name, options = {}) {
    this.set(name, "", { ...options, maxAge: 0 });
  }
}
