const TIMEOUT_MS = 5_000; // the maximum delay of a task if the browser is never idle

/** @param {(nothing?: any) => unknown} task */
const whenIdle = (task) => {
  try {
    globalThis.requestIdleCallback(task, { timeout: TIMEOUT_MS });
  } catch {
    setTimeout(task); // Safari has no requestIdleCallback
  }
};

/**
 * Runs `task` once the page has loaded and the browser is idle.
 *
 * @param {(nothing?: any) => unknown} task a function that catches its own errors
 */
export function afterLoad(task) {
  if (document.readyState === "complete") whenIdle(task);
  else addEventListener("load", () => whenIdle(task), { once: true });
}
