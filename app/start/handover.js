// Data from the start script for the application. Without a start script (`next dev`), the data is empty.

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures errors in the start script.
 * @property {(name: string, error: unknown) => void} [fail] reports
 *   later errors (set by the application).
 * @property {BeforeInstallPromptEvent} [offer] the browser's offer to install the site.
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest from
 *   `/builds/latest.json`
 * @property {WorkerEvent[]} workerEvents the `worker:…` events so far.
 * @property {() => boolean} [isBusy] whether a reload would lose an inquiry or files
 * @property {boolean} [isAccepted] whether this tab has accepted an update
 * @property {(mark: HTMLElement) => unknown} [register] registers the service worker that the element `mark` specifies
 *
 * @typedef {[name: string, script: string, build?: string]} WorkerEvent
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerEvents: [] });
