// What the worker fetches, it can give up. The version that waits takes over when the old one has nothing under way, and on
// a slow connection the visitor would wait for a picture that the reload throws away.
let work = new AbortController();

/** The request as one that ends when nobody waits for it any more, or when the worker gives it up. */
export const revocable = (request) =>
  AbortSignal.any ? new Request(request, { signal: AbortSignal.any([request.signal, work.signal]) }) : request;

/** Ends what is under way. */
export function giveUp() {
  work.abort();
  work = new AbortController();
}
