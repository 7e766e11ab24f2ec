// Spans of hydrating and rendering, made from the measures that the monitor and Next take. One root span holds those
// that follow each other closely, and may be profiled.
import { startInactiveSpan, uiProfiler } from "@sentry/react";
import { measures } from "$/app/browser/observers.js";
import { timing } from "$/app/browser/timing.js";
import { extra } from "$/app/guard/extra.js";

const TIMEOUT_MS = 2_000; // without a measure until the root span ends
const MAX_PROFILE_MS = 30_000;
const MAX_PROFILES = 30; // of a page load
/** @type {Record<string, string>} */
const HOOKS = {
  // measures and their operations
  "hydration": "ui.react.hydrate",
  "Next.js-render": "ui.react.render",
  "Next.js-route-change-to-render": "ui.react.route",
};

/** @param {number} time in milliseconds of the timeline */
const seconds = (time) => (timing.timeOrigin + time) / 1000;

const tracing = extra("tracing");

/**
 * Follows the measures until the page is left.
 *
 * @param {object} [options]
 * @param {number} [options.timeout] milliseconds without a measure until a root span ends
 */
export function traceHooks({ timeout = TIMEOUT_MS } = {}) {
  /** @type {import("@sentry/core").Span | null} */
  let root = null;
  let last = 0; // when the latest measure ended
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ending;
  let profiles = 0;

  /** @param {PerformanceEntry} entry */
  const begin = (entry) => {
    root = startInactiveSpan({
      name: "Page",
      op: "ui.react",
      startTime: seconds(entry.startTime),
      forceTransaction: true,
    });
    if (profiles++ < MAX_PROFILES) profile();
  };
  const end = tracing.guard(() => {
    /** @type {import("@sentry/core").Span} */ (root).end(seconds(last));
    uiProfiler.stopProfiler();
    root = null;
    last = 0;
  });
  /** @param {PerformanceEntry} entry */
  const trace = (entry) => {
    const op = HOOKS[entry.name];
    if (!op) return;
    if (!root) begin(entry);
    const until = entry.startTime + entry.duration;
    startInactiveSpan({ name: entry.name, op, startTime: seconds(entry.startTime), parentSpan: root }).end(
      seconds(until),
    );
    last = Math.max(last, until);
    clearTimeout(ending);
    ending = setTimeout(end, timeout);
  };

  tracing.run(() => {
    if (!timing.timeOrigin) return; // then no time of the timeline could be told as one of the clock
    measures(tracing.guard((list) => list.getEntries().forEach(trace))).observe({ type: "measure", buffered: true });
  });
}

function profile() {
  uiProfiler.startProfiler();
  tracing.after(MAX_PROFILE_MS, () => uiProfiler.stopProfiler());
}
