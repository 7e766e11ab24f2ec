// Checks that a response is public and comes from the site's server. Checking the status is not enough, because a Wi-Fi
// network's login page also has status 200.

/** @type {Record<string, RegExp>} */
const TYPES = { js: /\bjavascript\b/, css: /^text\/css\b/, woff2: /^font\// };
const PICTURE = /^image\//;

/**
 * Whether a response is safe to cache. Unless its hash was checked (`isCompared`), the response must be immutable and
 * have the right content type.
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
