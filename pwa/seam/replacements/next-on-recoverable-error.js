// Stands in for what Next does when React has recovered from an error: the monitor is told. By an event: an import
// would pull the monitor into Next's app router too, which is built but never loaded.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // of a component that is for browsers only

/** @param {Error & { cause?: unknown }} given what a component has thrown is its cause */
export function onRecoverableError(given) {
  const error = /** @type {Error & { digest?: string }} */ (given?.cause || given);
  if (error?.digest === ON_PURPOSE) return;
  dispatchEvent(new CustomEvent("app:recovered", { detail: { error, isThrown: Boolean(given?.cause) } }));
}
