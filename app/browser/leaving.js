// Sends requests again that the browser has cancelled, although the visitor stays on the page. Firefox and WebKit
// cancel requests after `beforeunload`.
const RETRY_MS = 3_000; // WebKit logs requests that are sent earlier
export function watchLeaving() {
  const watching = new AbortController();
  const watch = { isLeft: false, end: () => watching.abort() };
  const leave = () => {
    watch.isLeft = true;
  };
  for (const type of ["beforeunload", "pagehide"]) addEventListener(type, leave, { signal: watching.signal });
  return watch;
}

/**
 * Sends a request again if the browser has cancelled it, but the visitor has not left the page.
 *
 * @template Result
 * @param {() => Promise<Result> | Result} request
 * @returns {Promise<Result>}
 */
export async function retryIfLeft(request) {
  const watch = watchLeaving();
  try {
    return await request();
  } catch (error) {
    if (!watch.isLeft) throw error;
  } finally {
    watch.end();
  }
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  return retryIfLeft(request);
}
