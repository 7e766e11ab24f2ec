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
  httpContextIntegration,
  init,
  linkedErrorsIntegration,
  replayIntegration,
} from "@sentry/react";
import { traceHooks } from "./hooks.js";
import { scrubbed, scrubbedBreadcrumb } from "./scrub.js";

const SAMPLED = 0.1; // of the page loads are traced and profiled
const LONGEST = 2_048; // characters of a breadcrumb's message
const NOTHING = { // of what the SDK would collect about a person
  userInfo: false,
  cookies: false,
  httpHeaders: { request: { allow: ["User-Agent"] }, response: false },
  httpBodies: [],
  urlQueryParams: false,
  stackFrameVariables: false,
};

/** Starts Sentry by the server's settings; what takes an error and how it was met. */
export function start({ sentryDsn, environment }) {
  init({
    dsn: sentryDsn,
    environment,
    release: window.__NEXT_DATA__.buildId,
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
      replay(),
    ],
    ignoreErrors: [/^Page not found/],
    maxBreadcrumbs: 100,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
    tracesSampleRate: SAMPLED,
    traceLifecycle: "static",
    profileSessionSampleRate: SAMPLED,
    profileLifecycle: "manual",
    // Twice as much is scrubbed as is kept, so that nothing is left of an address that the first cut has halved.
    beforeBreadcrumb: (breadcrumb) => cut(scrubbedBreadcrumb(cut(breadcrumb, 2 * LONGEST)), LONGEST),
    beforeSend: (event) => scrubbed(event),
    beforeSendTransaction: (event) => scrubbed(event),
    initialScope: (scope) => scope.addEventProcessor((event) => scrubbed(event)), // replays have no hook of their own
  });
  traceHooks();
  return (error, { type, handled }) => captureException(error, { mechanism: { type, handled } });
}

function cut(breadcrumb, longest) {
  breadcrumb.message = breadcrumb.message?.slice(0, longest);
  return breadcrumb;
}

function replay() {
  const integration = replayIntegration({
    maskAllText: true,
    maskAllInputs: true,
    blockAllMedia: true,
    networkCaptureBodies: false,
    beforeAddRecordingEvent: (event) => scrubbed(event),
  });
  // The recorder writes down the page's address, and those of links within it, and no option of the SDK's lets one look.
  integration._recordingOptions.plugins = [{ name: "scrub", eventProcessor: withoutQuery }];
  return integration;
}

function withoutQuery(recorded) {
  for (const [name, value] of Object.entries(recorded)) {
    if (name === "href" && typeof value === "string") recorded.href = value.replace(/\?[^#]*/, "");
    else if (value && typeof value === "object") withoutQuery(value);
  }
  return recorded;
}
