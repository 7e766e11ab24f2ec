// Recognises unhandled errors of the site's own code; only those lead to the error page.
const CODE = "/_next/static/";
const FRAME = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // the innermost frame of a stack
const NETWORK_ERROR = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/; // by browser

/**
 * The URL of the site's script that threw an error, or null if none did.
 *
 * A DOMException means that the browser refused something. Extensions, tags and in-app browsers run their own scripts.
 * Cancelled navigations and missing chunks are handled elsewhere; network errors leave the page intact.
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
 * Whether a script belongs to the application, whose scripts stay in the document. Those of extras are removed by
 * webpack once they have loaded.
 *
 * @param {string} url
 * @returns {boolean}
 */
export const isOfThePage = (url) => Array.from(document.scripts).some((script) => script.src === url);
