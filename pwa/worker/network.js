// Lets a new service worker cancel the old worker's requests, because pending requests would delay the activation.
let fetches = new AbortController();

/**
 * Returns a copy of the request that `abortFetches` can cancel.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, fetches.signal]) }) : request;

/** Cancels all requests that `revocable` has returned. */
export function abortFetches() {
  fetches.abort();
  fetches = new AbortController();
}
