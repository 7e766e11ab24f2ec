// The worker's fetches, which another version can end. A waiting version takes over only when the old one has finished
// its fetches: on a slow connection the visitor would wait for a picture that the reload discards.
let work = new AbortController();

/**
 * The request as one that ends when nobody waits for it any more, or when another version takes over.
 *
 * @param {Request} request
 * @returns {Request}
 */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, work.signal]) }) : request;

/** Aborts all fetches: for another version that takes over. */
export function abortFetches() {
  work.abort();
  work = new AbortController();
}
