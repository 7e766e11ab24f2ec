// What the server's settings ask for: Sentry where there is a DSN, the question for consent where there is an analytics id.
const SETTINGS = "/config.json";

/** Fetches the settings and what they ask for; `connect` is given what takes reports. */
export async function start(connect) {
  const response = await fetch(SETTINGS, { cache: "no-store" });
  if (!response.ok) throw new Error(response.status);
  const settings = await response.json();
  await Promise.all([settings.sentryDsn && watch(settings, connect), settings.analyticsId && ask(settings.analyticsId)]);
}

async function watch(settings, connect) {
  const sentry = await import(/* webpackChunkName: "sentry" */ "./sentry.js");
  connect(sentry.start(settings));
}

async function ask(id) {
  if (navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;
  const consent = await import(/* webpackChunkName: "consent" */ "$/app/components/consent/ask.js");
  consent.start(id);
}
