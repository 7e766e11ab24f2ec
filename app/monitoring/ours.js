// Which unhandled errors are the site's own: only those are a reason to take the page away.
const CODE = "/_next/static/";
const FRAME = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // of a stack, the innermost first
const CUT_OFF = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/; // by browser

/**
 * The URL of the site's script that an unhandled error comes from, or null where it does not come from one.
 *
 * Only an error of the language's own kind whose innermost frame is in such a script counts. What the browser refuses
 * is a DOMException; extensions, tags and in-app browsers run their own code; a rejection without an error has no
 * frame. A navigation that another one has overtaken and a missing chunk are handled elsewhere, and a request that was
 * cut off leaves the page as it is.
 *
 * @param {unknown} error
 * @returns {string | null}
 */
export function scriptOf(error) {
  if (!(error instanceof Error) || error instanceof DOMException) return null;
  if (
    /** @type {{ cancelled?: boolean }} */ (error).cancelled ||
    error.name === "ChunkLoadError" ||
    CUT_OFF.test(error.message)
  )
    return null;
  const [, innermost = ""] = FRAME.exec(/** @type {string} */ (error.stack)) || [];
  return innermost.startsWith(location.origin + CODE) ? innermost : null;
}

/**
 * Whether a script is the application's: those are named by the page, and by Next for the next page. What webpack
 * fetches later, and removes from the document again, belongs to extras.
 *
 * @param {string} url
 * @returns {boolean}
 */
export const isOfThePage = (url) => Array.from(document.scripts).some((script) => script.src === url);
