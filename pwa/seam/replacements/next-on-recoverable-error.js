// Stands in for what Next does when React has recovered from an error: the monitor is told. By an event: an import
// would pull the monitor into Next's app router too, which is built but never loaded.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // of a component that is for browsers only

/** @param {unknown} error */

export function onRecoverableError(error) {
  const detail = /** @type {Error & { digest?: string }} */ (/** @type {Error} */ (error)?.cause || error);
  if (detail?.digest !== ON_PURPOSE) dispatchEvent(new CustomEvent("app:recovered", { detail }));
}
