// What the server's settings ask for: Sentry where there is a DSN, the question for consent where there is an analytics id.
import { extra } from "$/app/extras/extra.js";

const SETTINGS = "/config.json";

/** Fetches the settings and what they ask for; `connect` is given what takes reports. Rejects where that cannot be had. */
export async function start(connect) {
  const response = await fetch(SETTINGS, { cache: "no-store" });
  if (!response.ok) throw new Error(response.status);
  const settings = await response.json();
  await Promise.all([settings.sentryDsn && watch(settings, connect), settings.analyticsId && ask(settings.analyticsId)]);
}

async function watch(settings, connect) {
  const sentry = await import(/* webpackChunkName: "sentry" */ "./sentry.js");
  extra("monitoring").run(() => connect(sentry.start(settings)));
}

async function ask(id) {
  if (navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;
  const consent = await import(/* webpackChunkName: "consent" */ "$/app/extras/consent/ask.js");
  consent.start(id);
}
