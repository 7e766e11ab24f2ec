// The root view: the page, or the error page in its place. Where only React cannot go on, the page stays as a document;
// so does a page that a crawler reads.
import { Component, createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { report, tell } from "$/app/guard/report.js";
import { resume } from "$/app/navigation/navigation.js";
import { describe, fail, keepDocument, mounted, mountFailed, unmounted } from "./monitoring/monitor.js";

/**
 * Whether somebody else has changed the document, so that React does not find an element where it was.
 *
 * @param {Partial<Error> | null | undefined} error
 */
const isMoved = (error) => /NotFoundError|removeChild|insertBefore/.test(`${error?.name} ${error?.message}`);

// Something above the root view has failed: the destination is loaded as a document, or the error page is shown.
function lost() {
  const error = new Error("React has given up");
  if (!resume(error)) fail(error);
}

/**
 * @typedef {import("./monitoring/monitor.js").Failure} Failure
 *
 * @extends {Component<{ children: import("react").ReactNode }, { failure?: Failure | null | false, gone?: boolean }>}
 */
export class Root extends Component {
  // At first what the HTML is, whatever has failed before: React could not hydrate anything else.
  /** @type {{ failure?: Failure | null | false, gone?: boolean }} */
  state = {};

  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    if (!isCrawler && !isMoved(error)) return { failure: describe(error) };
    keepDocument();
    return { gone: true };
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    if (isMoved(/** @type {Error} */ (error))) {
      tell("application", error);
      resume(error);
      return;
    }
    mountFailed(error);
    report(error, "react");
    fail(error);
  }

  componentDidMount() {
    if (process.env.NODE_ENV === "production") mounted((failure) => this.setState({ failure }));
  }

  componentWillUnmount() {
    keepDocument(); // React is about to empty the page
    unmounted();
    setTimeout(lost);
  }

  render() {
    const { failure, gone } = this.state;
    if (gone) return null;
    return failure ? createElement(ErrorView, failure) : this.props.children;
  }
}
