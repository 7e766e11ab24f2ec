// Stands in for Next's error page, to which Next turns where the code of a page cannot be run: the root view shows ours.
import { fail, mountFailed, report } from "$/app/monitoring/monitor.js";

export default function Failed() {
  return null;
}

Failed.getInitialProps = ({ err }) => {
  mountFailed(err);
  report(err, "start");
  fail(err);
  return {};
};
