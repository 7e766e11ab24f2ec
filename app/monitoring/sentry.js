// Sentry in the browser, a chunk of its own: errors, sessions, masked replays, spans of the page's hooks, short profiles.
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

const SAMPLED = 0.1; // of the page loads are traced and profiled
const LONGEST = 2_048; // characters of a breadcrumb's message
const NOTHING = {
  // of what the SDK would collect about a person
  userInfo: false,
  cookies: false,
  httpHeaders: { request: { allow: ["User-Agent"] }, response: false },
  httpBodies: [],
  urlQueryParams: false,
  stackFrameVariables: false,
};

/** Starts Sentry by the server's settings; what takes an error, or whatever was thrown, and how it was met. */
export function start({ sentryDsn, environment }) {
  init({
    dsn: sentryDsn,
    environment,
    release: window.__NEXT_DATA__.buildId,
    transport: makeTransport,
    dataCollection: NOTHING,
    defaultIntegrations: false, // the monitor has the unhandled errors: each is to arrive once
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
    tracesSampleRate: SAMPLED,
    traceLifecycle: "static",
    profileSessionSampleRate: SAMPLED,
    profileLifecycle: "manual",
    beforeBreadcrumb: shortened,
    beforeSend: withoutReplay,
  });
  traceHooks();
  return (thrown, mechanism) => {
    // Of two extras that the same error ends, each is told.
    const hint = { mechanism, captureContext: { fingerprint: ["{{ default }}", mechanism.type] } };
    try {
      captureException(asError(thrown), hint);
    } catch (unreadable) {
      captureException(unreadable, hint);
    }
  };
}

// What is thrown need not be an error: then its kind is the name, such as "String" or "Event", and there is no stack.
function asError(thrown) {
  const kind = Object.prototype.toString.call(thrown).slice(8, -1);
  if (thrown instanceof Error || kind === "Error") return thrown; // of this window, or of another
  const error = new Error(thrown?.message || thrown?.type || String(thrown));
  return Object.assign(error, { name: kind, stack: "" });
}

// Without what was printed or clicked: it may hold names. Twice as much is scrubbed as is kept, so that nothing is left of
// an address that the first cut has halved.
function shortened({ data, message, ...breadcrumb }) {
  const telling = /^(console$|ui\.)/.test(breadcrumb.category);
  const said = message && inMessage(message.slice(0, 2 * LONGEST), breadcrumb.category).slice(0, LONGEST);
  return { ...breadcrumb, message: said, data: telling ? undefined : data };
}

const isUnhandled = ({ exception }) => exception?.values?.some(({ mechanism }) => mechanism?.handled === false);

// What was handled does not send the replay of what came before it, so it names none.
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
    beforeErrorSampling: isUnhandled,
  });
}
