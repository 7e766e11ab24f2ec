// What the start script and the application have in common: they are built apart, and share no module's state. Where no
// start script runs (`next dev`), the application finds nothing here.

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures of the start script, until the application reports them
 * @property {(name: string, error: unknown) => void} [fail] the application's, which reports those that come later
 * @property {BeforeInstallPromptEvent} [offer] the browser's offer to install the site, held back
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest the answer of
 *   `/builds/latest.json`
 * @property {Partial<Record<string, string>>} workerBuilds the builds of the latest `worker:` events, by the event's name
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerBuilds: {} });
