// Repeats requests if the visitor started to leave the page but stayed, because Firefox and WebKit cancel requests at
// `beforeunload`.
const RETRY_MS = 3_000; // browsers would also cancel an immediate retry
export function watchLeaving() {
  const watching = new AbortController();
  const watch = { isLeft: false, end: () => watching.abort() };
  const leave = () => {
    watch.isLeft = true;
  };
  for (const type of ["beforeunload", "pagehide"]) addEventListener(type, leave, { signal: watching.signal });
  return watch;
}

/** @type {<Result>(request: () => Promise<Result> | Result) => Promise<Result>} */
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
