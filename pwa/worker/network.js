// Lets a new service worker abort the old one's fetches, because pending fetches would delay the takeover.
let fetches = new AbortController();

/**
 * Returns the request with a signal that also aborts it when another version takes over.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, fetches.signal]) }) : request;

/** Aborts all revocable fetches. */
export function abortFetches() {
  fetches.abort();
  fetches = new AbortController();
}
