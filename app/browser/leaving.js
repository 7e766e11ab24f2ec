// Tells requests that fail because the visitor leaves the page from requests that fail. Firefox and WebKit cancel
// requests as soon as a navigation starts, Chromium after `pagehide`. Safari on iOS has no `beforeunload`.
const RETRY_MS = 3_000; // WebKit logs requests that start while the page is being left

/**
 * Watches whether the visitor leaves the page. The listeners are removed by `end`, because some versions of Firefox
 * keep pages with `beforeunload` listeners out of the back/forward cache.
 */
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
 * Awaits `request`. If it fails because the visitor leaves the page, and the page stays or is restored, repeats it.
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
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS)); // the timer stops with the page
  return retryIfLeft(request);
}
