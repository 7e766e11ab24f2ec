// Reports errors, sessions, recordings and measurements to Sentry. It is loaded only if the settings contain a DSN.
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
const MAX_MESSAGE_LENGTH = 2_048; // Sentry gets longer messages in a shortened form
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
    defaultIntegrations: false, // monitor.js reports these errors already
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
    // Sentry groups errors by this fingerprint. The same error in two extras then appears twice.
    const hint = { mechanism, captureContext: { fingerprint: ["{{ default }}", mechanism.type] } };
    try {
      captureException(asError(thrown), hint);
    } catch (unreadable) {
      captureException(unreadable, hint);
    }
  };
}

/**
 * Returns an error for a thrown value. For other values, its name is their type, such as "String".
 *
 * @param {any} thrown
 */
function asError(thrown) {
  const kind = Object.prototype.toString.call(thrown).slice(8, -1);
  if (thrown instanceof Error || kind === "Error") return thrown; // `instanceof` is false for errors of other windows
  const error = new Error(thrown?.message || thrown?.type || String(thrown));
  return Object.assign(error, { name: kind, stack: "" });
}

/**
 * Shortens a message, and removes its data about the console and clicks, which may contain names. Secrets are removed
 * before, because those in a shortened URL would not be found.
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
 * Removes the recording's ID from the report of a handled error, unless the recording is sent, too.
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
    useCompression: false, // transport.js compresses recordings
    beforeErrorSampling: /** @type {(event: import("@sentry/react").Event) => boolean} */ (isUnhandled),
  });
}
