// Sentry in the browser, a chunk of its own: errors, sessions, masked replays, spans of hydrating and rendering, short
// profiles.
import {
  breadcrumbsIntegration,
  browserProfilingIntegration,
  browserSessionIntegration,
  captureException,
  consoleIntegration,
  dedupeIntegration,
  eventFiltersIntegration,
  functionToStringIntegration,
  getReplay,
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  replayIntegration,
} from "@sentry/react";
import { traceHooks } from "./hooks.js";
import { inMessage } from "./scrub.js";
import { makeTransport } from "./transport.js";

const SAMPLE_RATE = 0.1; // of the page loads are traced and profiled
const MAX_MESSAGE_LENGTH = 2_048; // characters of a breadcrumb's message
const NOTHING = {
  // of what the SDK would collect about a person
  userInfo: false,
  cookies: false,
  httpHeaders: { request: { allow: ["User-Agent"] }, response: false },
  httpBodies: [],
  urlQueryParams: false,
  stackFrameVariables: false,
};

/**
 * Starts Sentry by the server's settings; returns what takes reports.
 *
 * @param {{ sentryDsn: string, environment: string }} settings
 * @returns {import("$/app/guard/report.js").Sender}
 */
export function start({ sentryDsn, environment }) {
  init({
    dsn: sentryDsn,
    environment,
    release: window.__NEXT_DATA__.buildId,
    transport: makeTransport,
    dataCollection: NOTHING,
    defaultIntegrations: false, // the monitor reports unhandled errors: each is to arrive once
    integrations: [
      eventFiltersIntegration(),
      functionToStringIntegration(),
      linkedErrorsIntegration(),
      dedupeIntegration(),
      httpContextIntegration(),
      breadcrumbsIntegration(),
      consoleIntegration(),
      browserSessionIntegration(),
      browserProfilingIntegration(),
      ...("MutationObserver" in window ? [replay()] : []),
    ],
    ignoreErrors: [/^Page not found/],
    maxBreadcrumbs: 100,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    tracesSampleRate: SAMPLE_RATE,
    traceLifecycle: "static",
    profileSessionSampleRate: SAMPLE_RATE,
    profileLifecycle: "manual",
    beforeBreadcrumb: shortened,
    beforeSend: withoutReplay,
  });
  traceHooks();
  return (thrown, mechanism) => {
    // By its type, too: two extras that end by the same error are reported both.
    const hint = { mechanism, captureContext: { fingerprint: ["{{ default }}", mechanism.type] } };
    try {
      captureException(asError(thrown), hint);
    } catch (unreadable) {
      captureException(unreadable, hint);
    }
  };
}

/**
 * What was thrown need not be an error: then its kind is the name, such as "String" or "Event", and there is no stack.
 *
 * @param {any} thrown of any type, and asked for whatever it may have
 */
function asError(thrown) {
  const kind = Object.prototype.toString.call(thrown).slice(8, -1);
  if (thrown instanceof Error || kind === "Error") return thrown; // of this window, or of another
  const error = new Error(thrown?.message || thrown?.type || String(thrown));
  return Object.assign(error, { name: kind, stack: "" });
}

/**
 * A breadcrumb without what was printed or clicked, which may hold names. Twice as much is scrubbed as is kept:
 * scrubbing may miss a URL that was cut in half, and the second cut takes away what is left of it.
 *
 * @param {import("@sentry/react").Breadcrumb} breadcrumb
 */
function shortened({ data, message, ...breadcrumb }) {
  const telling = /^(console$|ui\.)/.test(/** @type {string} */ (breadcrumb.category));
  const said =
    message && inMessage(message.slice(0, 2 * MAX_MESSAGE_LENGTH), breadcrumb.category).slice(0, MAX_MESSAGE_LENGTH);
  return { ...breadcrumb, message: said, data: telling ? undefined : data };
}

/**
 * @param {import("@sentry/react").Event} event
 * @returns {boolean | undefined}
 */
const isUnhandled = ({ exception }) => exception?.values?.some(({ mechanism }) => mechanism?.handled === false);

/**
 * A handled error does not send the replay of what came before it, so its report must not name one.
 *
 * @param {import("@sentry/react").ErrorEvent} event
 */
function withoutReplay(event) {
  if (getReplay()?.getRecordingMode() === "buffer" && !isUnhandled(event)) delete event.tags?.replayId;
  return event;
}

function replay() {
  return replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    maskAttributes: ["title", "placeholder", "aria-label", "aria-description", "alt"],
    blockAllMedia: true,
    networkCaptureBodies: false,
    useCompression: false, // the transport does it
    beforeErrorSampling: /** @type {(event: import("@sentry/react").Event) => boolean} */ (isUnhandled),
  });
}
