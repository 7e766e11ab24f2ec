// Cancels the requests of an old service worker, because pending requests would delay the new service worker.
let fetches = new AbortController();

/**
 * Returns a copy of the request that `abortFetches` can cancel.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, fetches.signal]) }) : request;

export function abortFetches() {
  fetches.abort();
  fetches = new AbortController();
}
