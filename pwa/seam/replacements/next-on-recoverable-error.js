// Stands in for what Next does when React has recovered from an error: the monitor hears of it.
// (By an event, as Next's other router, which is never loaded, would take the monitor along.)
const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // a component that is for browsers only

export function onRecoverableError(error) {
  const detail = error?.cause || error;
  if (detail?.digest !== ON_PURPOSE) dispatchEvent(new CustomEvent("app:recovered", { detail }));
}
