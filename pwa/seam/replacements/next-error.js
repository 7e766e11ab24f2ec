// Replaces Next's error page with the site's error page.
import { createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { report } from "$/app/guard/report.js";
import { mountFailed, showErrorPage, shown } from "$/app/monitoring/monitor.js";
import { isGoing } from "$/app/navigation/navigation.js";

/** @type {unknown} */
let reported;

export default function Failed() {
  const failure = shown();
  return failure ? createElement(ErrorView, failure) : null;
}

/** @param {import("next").NextPageContext} context */
Failed.getInitialProps = ({ err }) => {
  if (err !== reported && !isGoing()) {
    mountFailed(err);
    report(err, "start");
    showErrorPage(err);
  }
  reported = err;
  return {};
};
