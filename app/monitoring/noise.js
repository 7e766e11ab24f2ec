// What a browser calls an unhandled error, and leaves the page whole: nothing of it is a reason to take the page away.
const ELSEWHERE = /[(@ ]([\w-]+:\/\/[^\s()]+):\d+:\d+\)?$/m; // the innermost place of a stack that has an address
const REFUSED = /^(AbortError|NetworkError|NotAllowedError|TimeoutError)$/; // by the browser or the visitor
const CUT_OFF = /^(Failed to fetch|Load failed|NetworkError when|The network connection was lost)/; // fetch, by browser

/** Whether an unhandled error is no fault of the site's code; `source` is the address of the script, when it is known.
 * - Without an error ("Script error.", "ResizeObserver loop …") it is another origin's, or the browser's own remark.
 * - A navigation that another one has overtaken is `cancelled`; a chunk that is missing is looked after in builds.js.
 * - A request that was cut off, and what the browser would not do, such as to play or to share, leave the page as it is.
 * - Extensions and tags run code in the page: it comes from another address, or from one of another kind. */
export function isNoise(error, source) {
  if (!error || error.cancelled || error.name === "ChunkLoadError") return true;
  if (REFUSED.test(error.name) || CUT_OFF.test(error.message)) return true;
  const address = [source, ELSEWHERE.exec(error.stack)?.[1]].find((each) => each?.includes("://"));
  return Boolean(address) && !address.startsWith(location.origin);
}
