// Detects invalid parameters in URLs, and shows the error page for them.
import { entries } from "$/app/browser/history.js";
import { report } from "$/app/guard/report.js";
import { showErrorPage } from "$/app/monitoring/monitor.js";
import site from "$/app/site.json";
import { holdPage } from "$/app/start/history.js";

const NOT_FOUND = 404;
const INVALID = new RegExp(site.invalid);

/** @param {string} url */
export const hasInvalidParameter = (url) => INVALID.test(decoded(url).replace(/[?#].*|\/$/s, ""));

/**
 * Shows the error page under `url`, and returns false.
 *
 * @param {string} url
 */
export function failNotFound(url) {
  entries.push(null, url);
  const message = `Page Not Found: ${decoded(url).split("#")[0]}`;
  const error = Object.assign(new Error(message), { statusCode: NOT_FOUND, fatal: true });
  report(error, "navigation");
  showErrorPage(error);
  holdPage(); // Next does not know about the error page
  return false;
}

/** @param {string} url */
function decoded(url) {
  const { pathname, search, hash } = new URL(url, location.href);
  try {
    return decodeURIComponent(pathname) + search + hash;
  } catch {
    return pathname + search + hash; // a path that is not UTF-8 remains percent-encoded
  }
}
