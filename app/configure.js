// What the server's settings ask for: Sentry where there is a DSN, the question for consent where there is an analytics id.
import { extra } from "$/app/guard/extra.js";

const SETTINGS = "/config.json";

/** Fetches the settings and what they ask for, once they are there; whether they are. `connect` is given what takes
 * reports. */
export async function start(connect) {
  const settings = await read();
  if (settings?.sentryDsn) extra("monitoring").run(() => watch(settings, connect));
  if (settings?.analyticsId) extra("consent").run(() => ask(settings.analyticsId));
  return Boolean(settings);
}

async function read() {
  try {
    const response = await fetch(SETTINGS, { cache: "no-store" });
    if (!response.ok) throw new Error(response.status);
    const settings = await response.json();
    if (!settings) throw new Error("no settings");
    return settings;
  } catch (error) {
    console.warn("Failed to fetch the public settings:", error);
    return null;
  }
}

async function watch(settings, connect) {
  const sentry = await import(/* webpackChunkName: "sentry" */ "./monitoring/sentry.js");
  connect(sentry.start(settings));
}

async function ask(id) {
  if (navigator.doNotTrack === "1" || navigator.globalPrivacyControl) return;
  const consent = await import(/* webpackChunkName: "consent" */ "$/app/extras/consent/ask.js");
  consent.start(id);
}
