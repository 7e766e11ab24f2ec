// Only public answers of our own server may be stored. A captive portal answers with a page of its own, and 200.

/** @type {Record<string, RegExp>} */
const TYPES = { js: /\bjavascript\b/, css: /^text\/css\b/, woff2: /^font\// };
const PICTURE = /^image\//;

/**
 * Whether an answer may be stored. If the browser has not checked a hash, it must be immutable and have the type of its
 * name.
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
