// Replaces Next's handler for errors that React has recovered from. Notifies the monitor with an event, because an
// import would add the monitor to Next's app router.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // the digest of errors from components that only browsers render

/** @param {Error & { cause?: unknown }} given React's error; its `cause` is the error that a component has thrown */
export function onRecoverableError(given) {
  const error = /** @type {Error & { digest?: string }} */ (given?.cause || given);
  if (error?.digest === ON_PURPOSE) return;
  dispatchEvent(new CustomEvent("app:recovered", { detail: { error, isThrown: Boolean(given?.cause) } }));
}
