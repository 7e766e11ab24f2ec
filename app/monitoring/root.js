// The root view: the page, or the error page in its place. A crawler whose page breaks keeps what it looks like.
import { Component, createElement } from "react";
import { ErrorView } from "$/app/components/error_view/error_view.js";
import { isCrawler } from "./crawlers.js";
import { describe, fail, mounted, mountFailed, report, shown } from "./monitor.js";

export class Root extends Component {
  state = { failure: shown() };

  static getDerivedStateFromError(error) {
    return isCrawler ? { html: document.getElementById("__next").innerHTML } : { failure: describe(error) };
  }

  componentDidCatch(error) {
    mountFailed(error);
    report(error, "react");
    fail(error);
  }

  componentDidMount() {
    if (process.env.NODE_ENV === "production") mounted((failure) => this.setState({ failure }));
  }

  render() {
    const { failure, html } = this.state;
    if (failure) return createElement(ErrorView, failure);
    return html ? createElement("div", { dangerouslySetInnerHTML: { __html: html } }) : this.props.children;
  }
}
