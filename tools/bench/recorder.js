// Measures a page view and exposes the results as `window.visit`. Times are in ms since the start of the navigation.
"use strict";

/**
 * @typedef {PerformanceEntry & { interactionId: number }} Interaction
 * @typedef {{ at: number, from: number, heading: string }} Click a click: its Unix time in ms, the document's time
 *   origin, and the page's heading
 */

window.visit = (() => {
  const MIN_EVENT_MS = 16; // the minimum duration of events that browsers report
  const CLICK = "bench:click";
  const NO_PAGE = /#|\.\w+$|\/patreon/;

  let act = Number.POSITIVE_INFINITY;
  let lcp = 0;
  let shift = 0;
  /** @type {PerformanceEntry[]} */
  const tasks = [];
  /** @type {number[]} */
  const interactions = [];
  /** @type {(value: void) => void} */
  let isHydrated;
  const hydrated = new Promise((resolve) => {
    isHydrated = resolve;
  });

  /**
   * @param {string} type
   * @param {(entry: PerformanceEntry) => unknown} take
   */
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry))).observe(
      /** @type {PerformanceObserverInit} */ ({ type, buffered: true, durationThreshold: MIN_EVENT_MS }),
    );
  /** @param {PerformanceEntry} entry */
  const interacted = (entry) => {
    const { entryType, interactionId, duration } = /** @type {Interaction} */ (entry);
    if (interactionId || entryType === "first-input") interactions.push(duration);
  };

  observe("largest-contentful-paint", ({ startTime }) => {
    if (startTime < act) lcp = startTime;
  });
  observe("layout-shift", (entry) => {
    shift += /** @type {PerformanceEntry & { value: number }} */ (entry).value;
  });
  observe("longtask", (entry) => tasks.push(entry));
  observe("event", interacted);
  observe("first-input", interacted); // entries of the type "event" omit short inputs
  observe("mark", ({ name }) => name === "hydrated" && isHydrated());
  for (const type of ["pointerdown", "keydown", "wheel"]) {
    addEventListener(type, ({ timeStamp }) => (act = Math.min(act, timeStamp)), { capture: true, passive: true });
  }

  const heading = () => document.querySelector("h1")?.textContent || "";
  /** @param {Click} click */
  const untilShown = (click) => {
    const poll = () => {
      if (!heading() || heading() === click.heading) requestAnimationFrame(poll);
      else setTimeout(shown); // runs after the browser has drawn the heading
    };
    const shown = () => {
      sessionStorage.removeItem(CLICK);
      const documents = Number(performance.timeOrigin !== click.from);
      console.debug(`shown ${performance.timeOrigin + performance.now() - click.at} ${documents}`);
    };
    requestAnimationFrame(poll);
  };
  /** @param {MouseEvent} event */
  const clicked = ({ target, timeStamp }) => {
    if (!(/** @type {Element} */ (target).closest("a"))) return;
    const from = performance.timeOrigin;
    const click = { at: from + timeStamp, from, heading: heading() };
    sessionStorage.setItem(CLICK, JSON.stringify(click)); // session storage survives the navigation
    untilShown(click);
  };
  addEventListener("click", clicked, { capture: true });
  const before = sessionStorage.getItem(CLICK);
  if (before) untilShown(JSON.parse(before));

  /** @param {Element} element */
  const middle = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  /** @param {HTMLAnchorElement} link */
  const leadsOn = ({ href, pathname, hreflang }) =>
    href.startsWith(location.origin) && pathname !== location.pathname && !hreflang && !NO_PAGE.test(href);
  const links = () =>
    /** @type {HTMLAnchorElement[]} */ ([
      ...document.querySelectorAll("main a"),
      ...document.querySelectorAll("header a"),
    ]);

  const scripts = () => {
    /** @type {Map<string, number>} */
    const sizes = new Map(); // keyed by URL, because a preloaded script has two entries
    for (const entry of performance.getEntriesByType("resource")) {
      const { name, responseEnd, encodedBodySize } = /** @type {PerformanceResourceTiming} */ (entry);
      if (name.endsWith(".js") && responseEnd < act) sizes.set(name, Math.max(encodedBodySize, sizes.get(name) || 0));
    }
    return [...sizes.values()].reduce((sum, size) => sum + size, 0);
  };
  const longest = () => {
    const after = tasks.filter(({ startTime, duration }) => startTime + duration > act);
    return Math.max(0, ...after.map(({ duration }) => duration));
  };
  /** @param {string} name */
  const time = (name) => performance.getEntriesByName(name)[0].startTime;

  return {
    hydrated,
    /** Returns measurements before the first input. `javascript` is the compressed size of all scripts in bytes. */
    loaded: () => ({ fcp: time("first-contentful-paint"), lcp, javascript: scripts() }),
    /** Returns measurements of the first input. Call this after hydration. */
    acted: () => ({
      longest: longest(),
      wait: time("hydrated") - act,
      hydration: time("hydrated") - time("hydration-start"),
      inp: Math.max(0, ...interactions),
      shift,
    }),
    text: () => middle(/** @type {Element} */ (document.querySelector("h1"))),
    /** Returns the centre of a link to another page, preferably in the text. */
    link: () => middle(/** @type {Element} */ (links().find((link) => link.checkVisibility() && leadsOn(link)))),
  };
})();
