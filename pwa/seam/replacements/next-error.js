// Stands in for Next's error page, to which Next turns where the code of a page cannot be run: the root view shows ours.
// On its second try Next leaves the app out, and the root view with it.
import { createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { report } from "$/app/guard/report.js";
import { fail, mountFailed, shown } from "$/app/monitoring/monitor.js";
import { isGoing } from "$/app/navigation/navigation.js";

let told;

export default function Failed() {
  return shown() ? createElement(ErrorView, shown()) : null;
}

Failed.getInitialProps = ({ err }) => {
  if (err !== told && !isGoing()) {
    mountFailed(err);
    report(err, "start");
    fail(err);
  }
  told = err;
  return {};
};
