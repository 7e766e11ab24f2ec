// Reports errors, sessions, recordings and measurements to Sentry. Pages load this module only if the settings contain
// a DSN.
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

const SAMPLE_RATE = 0.1; // the share of page loads that Sentry measures
const MAX_MESSAGE_LENGTH = 2_048; // Sentry would truncate longer messages
const NO_PERSONAL_DATA = {
  userInfo: false,
  cookies: false,
  httpHeaders: { request: { allow: ["User-Agent"] }, response: false },
  httpBodies: [],
  urlQueryParams: false,
  stackFrameVariables: false,
};

/**
 * Starts Sentry. Returns a function that reports an error.
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
    dataCollection: NO_PERSONAL_DATA,
    defaultIntegrations: false, // monitor.js already reports unhandled errors
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
      replay(),
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
    // Without this fingerprint, Sentry would group identical errors of different features.
    const hint = { mechanism, captureContext: { fingerprint: ["{{ default }}", mechanism.type] } };
    try {
      captureException(asError(thrown), hint);
    } catch (unreadable) {
      captureException(unreadable, hint);
    }
  };
}

/**
 * Returns the thrown value if it is an error. Otherwise, returns an error named after the value's type, such as
 * "String".
 *
 * @param {any} thrown
 */
function asError(thrown) {
  const kind = Object.prototype.toString.call(thrown).slice(8, -1);
  if (thrown instanceof Error || kind === "Error") return thrown; // `instanceof` is false for errors from other windows
  const error = new Error(thrown?.message || thrown?.type || String(thrown));
  return Object.assign(error, { name: kind, stack: "" });
}

/**
 * Shortens a breadcrumb's message. Removes secrets first, because a truncated secret would not be recognised. For
 * console messages and clicks, removes `data`, which might contain names.
 *
 * @param {import("@sentry/react").Breadcrumb} breadcrumb
 */
function shortened({ data, message, ...breadcrumb }) {
  const isPersonal = /^(console$|ui\.)/.test(/** @type {string} */ (breadcrumb.category));
  const short =
    message && inMessage(message.slice(0, 2 * MAX_MESSAGE_LENGTH), breadcrumb.category).slice(0, MAX_MESSAGE_LENGTH);
  return { ...breadcrumb, message: short, data: isPersonal ? undefined : data };
}

/**
 * @param {import("@sentry/react").Event} event
 * @returns {boolean | undefined}
 */
const isUnhandled = ({ exception }) => exception?.values?.some(({ mechanism }) => mechanism?.handled === false);

/**
 * Removes the recording's ID from a report if Sentry does not receive the recording.
 *
 * @param {import("@sentry/react").ErrorEvent} event
 */
function withoutReplay(event) {
  if (getReplay()?.getRecordingMode() === "buffer" && !isUnhandled(event)) delete event.tags?.replayId;
  return event;
}

function replay() {
  return replayIntegration({
    stickySession: false, // each page load is a session, so the browser stores nothing
    maskAllText: true,
    maskAllInputs: true,
    maskAttributes: ["title", "placeholder", "aria-label", "aria-description", "alt"],
    blockAllMedia: true,
    networkCaptureBodies: false,
    useCompression: false, // transport.js compresses recordings
    beforeErrorSampling: /** @type {(event: import("@sentry/react").Event) => boolean} */ (isUnhandled),
  });
}
