// Reads loading times after the page has loaded, because measuring earlier would slow down the page.
(async () => {
  const LONG_TASK_MS = 50;
  /**
   * @param {string} type
   * @returns {Promise<PerformanceEntry[]>}
   */
  const entries = (type) =>
    new Promise((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
      setTimeout(resolve, LONG_TASK_MS, []);
    });
  const [paints, largest, tasks] = await Promise.all(["paint", "largest-contentful-paint", "longtask"].map(entries));
  return {
    paint: paints[0].startTime,
    lcp: largest[largest.length - 1].startTime,
    blocked: tasks.reduce((sum, { duration }) => sum + duration - LONG_TASK_MS, 0),
  };
})();
