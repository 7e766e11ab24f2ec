// State that the start script shares with the application, a separate bundle. The state is empty under `next dev`.

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures failures of the start script
 * @property {(name: string, error: unknown) => void} [fail] the function that reports later failures; the
 *   application sets it
 * @property {BeforeInstallPromptEvent} [offer] the browser's deferred offer to install the site
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest the contents of
 *   `/builds/latest.json`
 * @property {WorkerEvent[]} workerEvents past `worker:` events of this document
 * @property {(mark: HTMLElement) => unknown} [register] registers the service worker that `mark` names
 *
 * @typedef {[name: string, script: string, build?: string]} WorkerEvent
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerEvents: [] });
