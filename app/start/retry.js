/** @param {number} delay the maximum delay in milliseconds */
export const untilOnline = (delay) =>
  new Promise((resolve) => {
    setTimeout(resolve, delay);
    addEventListener("online", resolve, { once: true });
  });
