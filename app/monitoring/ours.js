// Which unhandled errors are the site's own: only those are a reason to take the page away.
const CODE = "/_next/static/";
const PLACE = /[(@ ]((?:[\w-]+:)?[^\s()@]*):\d+:\d+\)?$/m; // of a stack's frame, the innermost first
const CUT_OFF = /^(Failed to fetch|Load failed|NetworkError|The network |cancelled)/; // by browser

/** The address of the script of ours that an unhandled error comes from, or null: an error of the language's own kind,
 * thrown by a frame of a script of ours. What a browser refuses is a DOMException; extensions, tags and in-app browsers run
 * code of theirs; and what was rejected without an error has no frame. A navigation that another one has overtaken, and a
 * chunk that is missing, are looked after elsewhere; a request that was cut off leaves the page as it is. */
export function scriptOf(error) {
  if (!(error instanceof Error) || error instanceof DOMException) return null;
  if (error.cancelled || error.name === "ChunkLoadError" || CUT_OFF.test(error.message)) return null;
  const innermost = PLACE.exec(error.stack)?.[1];
  return innermost?.startsWith(location.origin + CODE) ? innermost : null;
}

/** Whether a script is the application's: pages name theirs, and Next those of the next page. What webpack fetches later, and
 * takes out of the document again, belongs to extras. */
export const isOfThePage = (address) => Array.from(document.scripts).some(({ src }) => src === address);
