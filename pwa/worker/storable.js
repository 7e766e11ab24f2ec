// Checks that a response is public and comes from the site's server. The status is not enough, because the login page
// of a Wi-Fi network also has status 200.

/** @type {Record<string, RegExp>} */
const TYPES = { js: /\bjavascript\b/, css: /^text\/css\b/, woff2: /^font\// };
const PICTURE = /^image\//;

/**
 * Whether a response is safe to cache. If the response's hash was not checked, the response must be immutable, and
 * its type must match the file extension.
 *
 * @param {string} path
 * @param {Response} response
 * @param {boolean} [isCompared]
 * @returns {boolean}
 */
export function isStorable(path, { status, type, redirected, headers }, isCompared = false) {
  const caching = headers.get("cache-control") || "";
  const expected = TYPES[path.slice(path.lastIndexOf(".") + 1)] || PICTURE;
  const isOwn = isCompared || (/\bimmutable\b/.test(caching) && expected.test(headers.get("content-type") || ""));
  return status === 200 && type === "basic" && !redirected && isOwn && !/\b(private|no-store)\b/.test(caching);
}
