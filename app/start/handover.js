// Data that the start script passes to the application. In development, there is none.

/**
 * @typedef {object} Handover
 * @property {[name: string, error: unknown][]} failures errors in the start script
 * @property {(name: string, error: unknown) => void} [fail] reports later errors
 * @property {BeforeInstallPromptEvent} [offer] the browser's install prompt
 * @property {{ id?: unknown, patreon?: unknown, config?: unknown, consent?: unknown }} latest
 *   contents of `/builds/latest.json`
 * @property {WorkerEvent[]} workerEvents
 * @property {{ at: number, dates: string[] }} [bookable]
 * @property {string} [heldPage]
 * @property {string} [lostInquiries] IDs of unsent inquiries
 * @property {() => boolean} [isBusy] whether a reload would lose input or the result of a request
 * @property {boolean} [isAccepted] whether this tab has accepted an update
 * @property {(mark: HTMLElement) => unknown} [register] registers the worker that `mark` names
 *
 * @typedef {[name: string, script: string, build?: string]} WorkerEvent
 */

/** @type {Handover} */
export const handover = (globalThis.__START ||= { failures: [], latest: {}, workerEvents: [] });
