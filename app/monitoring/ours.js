// Recognises errors in the site's own code.
const CODE = "/_next/static/";
const FRAME = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // a position in a stack trace
const NETWORK_ERROR = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/;

/**
 * Returns the URL of the site's script that raised an error. Returns null for other scripts' errors, failed requests
 * and cancelled navigations.
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
 * Whether the page has a `<script>` element with this URL. Optional scripts have none, because Webpack removes their
 * elements.
 *
 * @param {string} url
 * @returns {boolean}
 */
export const isOfThePage = (url) => Array.from(document.scripts).some((script) => script.src === url);
