// State that the start script shares with the application, a separate bundle. The state is empty under `next dev`.

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures failures of the start script
 * @property {(name: string, error: unknown) => void} [fail] the function that reports later failures; the
 *   application sets it
 * @property {BeforeInstallPromptEvent} [offer] the browser's deferred offer to install the site
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest the contents of
 *   `/builds/latest.json`
 * @property {Partial<Record<string, string>>} workerBuilds the build ID in the latest `worker:` event, by event name
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerBuilds: {} });
