// Replaces Next's handler of errors that React has recovered from: notifies the monitor by an event. An import would
// add the monitor to Next's app router.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // of a component for browsers only

/** @param {Error & { cause?: unknown }} given its cause is the error that a component has thrown */
export function onRecoverableError(given) {
  const error = /** @type {Error & { digest?: string }} */ (given?.cause || given);
  if (error?.digest === ON_PURPOSE) return;
  dispatchEvent(new CustomEvent("app:recovered", { detail: { error, isThrown: Boolean(given?.cause) } }));
}
