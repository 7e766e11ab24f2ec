// Recognises errors thrown by the site's own code.
const CODE = "/_next/static/";
const FRAME = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // the innermost frame of a stack trace
const NETWORK_ERROR = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/; // in all browsers

/**
 * Returns the URL of the site's script that threw an error. Returns null for other errors, failed
 * requests and cancelled navigations.
 *
 * @param {unknown} error
 * @returns {string | null}
 */
export function scriptOf(error) {
  if (!(error instanceof Error) || error instanceof DOMException) return null;
  if (
    /** @type {{ cancelled?: boolean }} */ (error).cancelled ||
    error.name === "ChunkLoadError" ||
    NETWORK_ERROR.test(error.message)
  )
    return null;
  const [, innermost = ""] = FRAME.exec(/** @type {string} */ (error.stack)) || [];
  return innermost.startsWith(location.origin + CODE) ? innermost : null;
}

/**
 * Whether a script element has this URL. Extras have none, because webpack removes their elements after loading.
 *
 * @param {string} url
 * @returns {boolean}
 */
export const isOfThePage = (url) => Array.from(document.scripts).some((script) => script.src === url);
