// State that the start script shares with the application: they are bundled apart. Empty without a start script
// (`next dev`).

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures of the start script, for the application to report
 * @property {(name: string, error: unknown) => void} [fail] reports later ones; set by the application
 * @property {BeforeInstallPromptEvent} [offer] the browser's deferred offer to install the site
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest the contents of
 *   `/builds/latest.json`
 * @property {Partial<Record<string, string>>} workerBuilds the build in the latest `worker:` event, by event name
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerBuilds: {} });
