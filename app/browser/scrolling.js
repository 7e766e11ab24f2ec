// The end of scrolling. Safari before 26 has no event for it, so a pause of `scroll` events stands for it.
const REST_MS = 150; // longer than between two frames of a busy phone

/**
 * Returns a listener of `scroll` that calls `task` once scrolling has ended.
 *
 * @param {() => unknown} task handles its own failures
 */
export function onScrollEnd(task) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(task, REST_MS);
  };
}
