// The root view. Renders the page, or the error page after an error. Retains the prerendered document if the visitor is
// a crawler, or if a translator or extension has changed the document.
import { Component, createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "$/app/guard/crawlers.js";
import { isMoved } from "$/app/guard/moved.js";
import { report, reportOnce } from "$/app/guard/report.js";
import { recover } from "$/app/navigation/documents.js";
import { resume } from "$/app/navigation/navigation.js";
import { describe, mounted, mountFailed, setRedraw, showErrorPage, unmounted } from "./monitoring/monitor.js";
import { detach, needsApplication, retain } from "./monitoring/retained.js";

// Runs after React has removed the root view because of an error. Continues the current navigation, or shows the error
// page.
function handleUnmount() {
  const error = new Error("React has unmounted the page");
  if (!resume(error)) showErrorPage(error);
}

/**
 * @typedef {import("./monitoring/monitor.js").Failure} Failure
 * @typedef {{ children?: import("react").ReactNode, isDrawn: boolean }} Props `isDrawn` is false if React could not
 *   hydrate the document
 * @typedef {{ failure?: Failure | null | false, isOut?: boolean }} State
 *
 * @extends {Component<Props, State>}
 */
export class Root extends Component {
  /** @param {Props} props */
  constructor(props) {
    super(props);
    // The first render must match the HTML, so earlier errors are shown only after mounting.
    /** @type {State} */
    this.state = { isOut: !props.isDrawn };
    if (!props.isDrawn) detach();
  }

  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    if (!isCrawler && !isMoved(error)) return { failure: describe(error) };
    detach();
    return { isOut: true };
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    if (isMoved(/** @type {Error} */ (error))) {
      reportOnce("application", error);
      if (resume(error)) return;
      if (needsApplication()) recover(location.href, error);
      else retain();
      return;
    }
    mountFailed(error);
    report(error, "react");
    showErrorPage(error);
  }

  componentDidMount() {
    if (process.env.NODE_ENV !== "production") return;
    const isMounted = () => mounted((failure) => this.setState({ failure }));
    if (!this.state.isOut) isMounted();
    else
      setRedraw((done) =>
        this.setState({ isOut: false }, () => {
          isMounted();
          done();
        }),
      );
  }

  componentWillUnmount() {
    detach(); // must run before React removes the page's elements
    unmounted();
    setTimeout(handleUnmount);
  }

  render() {
    const { failure, isOut } = this.state;
    if (isOut) return null;
    return failure ? createElement(ErrorView, failure) : this.props.children;
  }
}
