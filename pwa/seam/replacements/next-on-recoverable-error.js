// Replaces Next's handler for errors that React recovers from. Notifies app/monitoring with an event, because an
// import would make webpack bundle app/monitoring with Next's app router.
// Components that only browsers render always cause this error. It is not reported.
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING";

/** @param {Error & { cause?: unknown }} given React's error; its `cause` is the component's error */
export function onRecoverableError(given) {
  const error = /** @type {Error & { digest?: string }} */ (given?.cause || given);
  if (error?.digest === ON_PURPOSE) return;
  dispatchEvent(new CustomEvent("app:recovered", { detail: { error, isThrown: Boolean(given?.cause) } }));
}
