// Stands in for what Next does when React has recovered from an error: it tells the monitor.
import { recovered } from "$/app/monitoring/monitor.js";

const ON_PURPOSE = "BAILOUT_TO_CLIENT_SIDE_RENDERING"; // a component that is for browsers only

export function onRecoverableError(error) {
  const cause = error?.cause || error;
  if (cause?.digest !== ON_PURPOSE) recovered(cause);
}
