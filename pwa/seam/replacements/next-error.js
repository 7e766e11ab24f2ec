// Stands in for the error page that Next shows where a page's code cannot be run: the root view shows ours. On its
// second try Next leaves out the app, and with it the root view: then this component shows it.
import { createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { report } from "$/app/guard/report.js";
import { fail, mountFailed, shown } from "$/app/monitoring/monitor.js";
import { isGoing } from "$/app/navigation/navigation.js";

/** @type {unknown} */
let told;

export default function Failed() {
  const failure = shown();
  return failure ? createElement(ErrorView, failure) : null;
}

/** @param {import("next").NextPageContext} context */
Failed.getInitialProps = ({ err }) => {
  if (err !== told && !isGoing()) {
    mountFailed(err);
    report(err, "start");
    fail(err);
  }
  told = err;
  return {};
};
