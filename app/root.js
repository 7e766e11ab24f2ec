// The root view: the page, or the error page in its place. Where the page is there and only React cannot go on with it, it
// stays as a document; so does a page that a crawler reads.
import { Component, createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { report, tell } from "$/app/guard/report.js";
import { recover, target } from "$/app/navigation/navigation.js";
import { describe, fail, keepDocument, mounted, mountFailed, shown, unmounted } from "./monitoring/monitor.js";

// Somebody else has changed the document: what React wants to take away or to put beside is not where it was.
const isMoved = (error) => /removeChild|insertBefore/.test(error?.message) || error?.name === "NotFoundError";

// Something above the root view has failed: the page that was wanted is loaded, or the error page takes its place.
function lost() {
  const error = new Error("React has given up");
  if (target()) recover(target(), error);
  else fail(error);
}

export class Root extends Component {
  state = { failure: shown() };

  static getDerivedStateFromError(error) {
    if (!isCrawler && !isMoved(error)) return { failure: describe(error) };
    keepDocument();
    return { gone: true };
  }

  componentDidCatch(error) {
    if (isMoved(error)) {
      tell("application", error);
      if (target()) recover(target(), error);
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
