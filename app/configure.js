// Starts the features that `/config.json` enables: Sentry needs a DSN, and the consent banner needs an analytics ID.
import { fetchJson } from "$/app/browser/json.js";
import { retryIfLeft } from "$/app/browser/leaving.js";
import { session } from "$/app/browser/storage.js";
import { refusesTracking } from "$/app/browser/tracking.js";
import { extra } from "$/app/guard/extra.js";
import { connect, report } from "$/app/guard/report.js";
import { FAILED_START } from "$/app/start/failed_start.js";

/** @typedef {{ sentryDsn?: string, environment: string, analyticsId?: string }} Settings */

const SETTINGS = "/config.json";

/**
 * Starts the enabled features. Returns false if the settings could not be loaded.
 *
 * @returns {Promise<boolean>}
 */
export async function start() {
  const settings = await fetchSettings();
  if (settings?.sentryDsn) extra("monitoring").run(() => startSentry(settings));
  if (settings?.analyticsId) extra("consent").run(() => startConsent(/** @type {string} */ (settings.analyticsId)));
  return Boolean(settings);
}

/** @returns {Promise<Settings | null>} */
async function fetchSettings() {
  try {
    const settings = await fetchJson(SETTINGS, { cache: "no-store" });
    if (!settings) throw new Error("no settings");
    return settings;
  } catch (error) {
    console.warn("Failed to fetch the public settings:", error);
    return null;
  }
}

/** @param {Settings} settings */
async function startSentry(settings) {
  const sentry = await retryIfLeft(() => import(/* webpackChunkName: "sentry" */ "./monitoring/sentry.js"));
  connect(sentry.start(/** @type {Settings & { sentryDsn: string }} */ (settings)));
  reportFailedStart();
}

/** Reports why the application failed to start on an earlier page of this tab. */
function reportFailedStart() {
  const message = session.getItem(FAILED_START);
  if (message === null) return;
  session.removeItem(FAILED_START);
  report(new Error(message), "start", true);
}

/** @param {string} id */
async function startConsent(id) {
  if (refusesTracking()) return;
  const consent = await retryIfLeft(() => import(/* webpackChunkName: "consent" */ "$/app/extras/consent/ask.js"));
  consent.start(id);
}
