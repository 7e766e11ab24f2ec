/**
 * Waits until the browser is online again, but at most `delay` milliseconds.
 *
 * @param {number} delay
 */
export const untilOnline = (delay) =>
  new Promise((resolve) => {
    setTimeout(resolve, delay);
    addEventListener("online", resolve, { once: true });
  });
