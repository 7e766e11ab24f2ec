// Recognises errors of the site's own code, which lead to the error page.
const CODE = "/_next/static/";
const FRAME = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // the innermost frame of a stack
const NETWORK_ERROR = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/; // by browser

/**
 * The URL of the site's script that threw an error; null if the browser, an extension or another site did, or if the
 * error is handled elsewhere.
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
 * Whether a script is the application's; webpack removes loaded scripts of extras.
 *
 * @param {string} url
 * @returns {boolean}
 */
export const isOfThePage = (url) => Array.from(document.scripts).some((script) => script.src === url);
