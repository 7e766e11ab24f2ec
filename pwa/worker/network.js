// Fetches that another version can abort: a waiting version takes over only after the old one's last fetch.
let fetches = new AbortController();

/**
 * Returns the request with a signal that also aborts it when another version takes over.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, fetches.signal]) }) : request;

/** Aborts all fetches. */
export function abortFetches() {
  fetches.abort();
  fetches = new AbortController();
}
