// Lets a new service worker abort the previous version's fetches, because pending fetches would delay the takeover.
let fetches = new AbortController();

/**
 * Returns a copy of the request that is also aborted when another version takes over.
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
