// Spans of what the page does in its hooks: hydrating and rendering. One root span holds those that follow each other
// closely, and may be profiled.
import { captureException, startInactiveSpan, uiProfiler } from "@sentry/react";

const TIMEOUT = 2_000; // ms without a hook until the root span ends
const LONGEST = 30_000; // ms of a profile
const MOST = 30; // profiles of a page load
const HOOKS = { // measures that the monitor and Next make, and their operations
  "hydration": "ui.react.hydrate",
  "Next.js-render": "ui.react.render",
  "Next.js-route-change-to-render": "ui.react.route",
};

const seconds = (time) => (performance.timeOrigin + time) / 1000;

let failed = false;

// What fails ends the tracing, and is told of; the page goes on.
const guarded = (task) => (...given) => {
  try {
    if (!failed) task(...given);
  } catch (error) {
    failed = true;
    captureException(error, { mechanism: { type: "tracing", handled: true } });
  }
};

/** Follows the hooks until the page is left, in browsers that tell of them; a root span ends when there was none for
 * `timeout` milliseconds. */
export const traceHooks = guarded(({ timeout = TIMEOUT } = {}) => {
  if (!window.PerformanceObserver?.supportedEntryTypes?.includes("measure") || !performance.timeOrigin) return;
  let root = null;
  let last = 0; // when the latest hook ended
  let ending;
  let profiles = 0;

  const begin = (entry) => {
    root = startInactiveSpan({ name: "Page", op: "ui.react", startTime: seconds(entry.startTime), forceTransaction: true });
    if (profiles++ < MOST) profile();
  };
  const end = guarded(() => {
    root.end(seconds(last));
    uiProfiler.stopProfiler();
    root = null;
    last = 0;
  });
  const trace = guarded((entry) => {
    const op = HOOKS[entry.name];
    if (!op) return;
    if (!root) begin(entry);
    const until = entry.startTime + entry.duration;
    startInactiveSpan({ name: entry.name, op, startTime: seconds(entry.startTime), parentSpan: root }).end(seconds(until));
    last = Math.max(last, until);
    clearTimeout(ending);
    ending = setTimeout(end, timeout);
  });

  new PerformanceObserver((list) => list.getEntries().forEach(trace)).observe({ type: "measure", buffered: true });
});

function profile() {
  uiProfiler.startProfiler();
  setTimeout(guarded(() => uiProfiler.stopProfiler()), LONGEST);
}
