// Spans of what the page does in its hooks: hydrating and rendering. One root span holds those that follow each other
// closely, and may be profiled.
import { startInactiveSpan, uiProfiler } from "@sentry/react";
import { measures } from "$/app/browser/observers.js";
import { timing } from "$/app/browser/timing.js";
import { extra } from "$/app/guard/extra.js";

const TIMEOUT = 2_000; // ms without a hook until the root span ends
const LONGEST = 30_000; // ms of a profile
const MOST = 30; // profiles of a page load
const HOOKS = {
  // measures that the monitor and Next make, and their operations
  "hydration": "ui.react.hydrate",
  "Next.js-render": "ui.react.render",
  "Next.js-route-change-to-render": "ui.react.route",
};

const seconds = (time) => (timing.timeOrigin + time) / 1000;

const tracing = extra("tracing");

/** Follows the hooks until the page is left; a root span ends when there was none for `timeout` milliseconds. */
export function traceHooks({ timeout = TIMEOUT } = {}) {
  let root = null;
  let last = 0; // when the latest hook ended
  let ending;
  let profiles = 0;

  const begin = (entry) => {
    root = startInactiveSpan({
      name: "Page",
      op: "ui.react",
      startTime: seconds(entry.startTime),
      forceTransaction: true,
    });
    if (profiles++ < MOST) profile();
  };
  const end = tracing.guard(() => {
    root.end(seconds(last));
    uiProfiler.stopProfiler();
    root = null;
    last = 0;
  });
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
    if (!timing.timeOrigin) return; // nothing could be told in the time of others
    measures(tracing.guard((list) => list.getEntries().forEach(trace))).observe({ type: "measure", buffered: true });
  });
}

function profile() {
  uiProfiler.startProfiler();
  tracing.after(LONGEST, () => uiProfiler.stopProfiler());
}
