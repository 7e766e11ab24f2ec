// Which answers may be stored: those of our own server that are for everybody. A network that asks for a sign-in
// answers with a page of its own, and 200.

/** @type {Record<string, RegExp>} */
const TYPES = { js: /\bjavascript\b/, css: /^text\/css\b/, woff2: /^font\// };
const PICTURE = /^image\//;

/**
 * Whether an answer may be stored. Where the browser has not compared it with a hash, the file's name has one: then our
 * server says that it never changes, and its type is that of the name.
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
