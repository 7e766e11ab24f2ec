// Replaces Next's handler for errors from which React has recovered. Reports them by an event. An import would add the
// monitor to Next's app router.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // errors of components that only browsers render

/** @param {Error & { cause?: unknown }} given an error of React, whose `cause` is the component's own error */
export function onRecoverableError(given) {
  const error = /** @type {Error & { digest?: string }} */ (given?.cause || given);
  if (error?.digest === ON_PURPOSE) return;
  dispatchEvent(new CustomEvent("app:recovered", { detail: { error, isThrown: Boolean(given?.cause) } }));
}
