// Lets a new service worker cancel the requests of the old one, for which it would otherwise wait.
let fetches = new AbortController();

/**
 * Returns a copy of the request that a new service worker can stop.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, fetches.signal]) }) : request;

/** Stops all these requests. */
export function abortFetches() {
  fetches.abort();
  fetches = new AbortController();
}
