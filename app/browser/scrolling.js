// Detects the end of scrolling by a pause of `scroll` events, as Safari before 26 has no `scrollend`.
const PAUSE_MS = 150; // longer than between two frames of a busy phone

/**
 * Returns a listener for `scroll`.
 *
 * @param {() => unknown} task handles its own failures
 */
export function onScrollEnd(task) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(task, PAUSE_MS);
  };
}
