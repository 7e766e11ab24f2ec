// Starts the features that `/config.json` enables: Sentry needs a DSN, and the consent banner needs an analytics ID.
import { fetchJson } from "$/app/browser/json.js";
import { loadScript } from "$/app/browser/scripts.js";
import { session } from "$/app/browser/storage.js";
import { refusesTracking } from "$/app/browser/tracking.js";
import { deleteCookies } from "$/app/extras/consent/cookies.js";
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
  const monitoring = extra("monitoring");
  const consent = extra("consent");
  if (settings?.sentryDsn) monitoring.run(() => startSentry(monitoring, settings));
  if (settings?.analyticsId) consent.run(() => startConsent(consent, /** @type {string} */ (settings.analyticsId)));
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

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {Settings} settings
 */
async function startSentry(self, settings) {
  const sentry = await loadScript(self, () => import(/* webpackChunkName: "sentry" */ "./monitoring/sentry.js"));
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

/**
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {string} id
 */
async function startConsent(self, id) {
  if (refusesTracking()) {
    deleteCookies(); // analytics may have set cookies before the visitor refused tracking
    return;
  }
  const consent = await loadScript(self, () => import(/* webpackChunkName: "consent" */ "$/app/extras/consent/ask.js"));
  consent.start(id);
}
