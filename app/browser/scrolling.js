// Detects the end of scrolling from a pause between `scroll` events, because Safari before 26.2 has no `scrollend`.
const PAUSE_MS = 150; // longer than the time between two `scroll` events on a busy phone

/**
 * Returns a `scroll` listener that runs `task` when scrolling ends.
 *
 * @param {() => unknown} task a function that catches its own errors
 */
export function onScrollEnd(task) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(task, PAUSE_MS);
  };
}
