// Reports to Sentry how long hydration and rendering take.
import { startInactiveSpan, uiProfiler } from "@sentry/react";
import { timing } from "$/app/browser/timing.js";
import { extra } from "$/app/guard/extra.js";

const TIMEOUT_MS = 2_000; // a trace ends after this time without a measurement
const MAX_PROFILE_MS = 30_000;
const MAX_PROFILES = 30; // the maximum number of profiles per page load
/** @type {Record<string, string>} */
const HOOKS = {
  // Sentry's operation names, keyed by the names of Next's measurements
  "hydration": "ui.react.hydrate",
  "Next.js-render": "ui.react.render",
  "Next.js-route-change-to-render": "ui.react.route",
};

/** @param {number} time milliseconds since the page's time origin */
const seconds = (time) => (timing.timeOrigin + time) / 1000;

const tracing = extra("tracing");

export function traceHooks() {
  /** @type {import("@sentry/core").Span | null} */
  let root = null;
  let last = 0; // the end time of the last measurement
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let ending;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let profiling;
  let profiles = 0;

  const profile = () => {
    uiProfiler.startProfiler();
    profiling = setTimeout(
      tracing.guard(() => uiProfiler.stopProfiler()),
      MAX_PROFILE_MS,
    );
  };

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
    clearTimeout(profiling);
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
    ending = setTimeout(end, TIMEOUT_MS);
  };

  tracing.run(() => {
    if (!timing.timeOrigin) return; // Sentry needs absolute timestamps
    const observer = new PerformanceObserver(tracing.guard((list) => list.getEntries().forEach(trace)));
    observer.observe({ type: "measure", buffered: true });
  });
}
