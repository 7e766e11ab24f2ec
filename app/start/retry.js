/**
 * Resolves when the browser is online again, at the latest after `delay` milliseconds.
 *
 * @param {number} delay
 */
export const untilRetry = (delay) =>
  new Promise((resolve) => {
    setTimeout(resolve, delay);
    addEventListener("online", resolve, { once: true });
  });
