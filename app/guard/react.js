// Extras that belong to a component: they start when it is mounted and end with it.
import { Component, useEffect, useLayoutEffect, useState } from "react";
import { extra, fail, hasFailed } from "./extra.js";

const useLayout = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * Starts the extra `name` once the component is mounted, and again when `inputs` change, with `start(self)`, which may return
 * what takes it off the page; with `layout` it ends before React takes the component out of the document. Whether it is
 * `on`, its `guard` and its `after`.
 */
export function useExtra(name, start, { inputs = [], layout = false } = {}) {
  const [self] = useState(() => extra(name));
  const [on, setOn] = useState(false);
  (layout ? useLayout : useEffect)(() => {
    self.run(() => {
      self.later(() => setOn(false));
      const undo = start(self);
      if (undo) self.later(undo);
      setOn(!hasFailed(name));
    });
    return self.end;
  }, inputs);
  return { on, guard: self.guard, after: self.after };
}

/** What the extra `name` draws. When it fails there, `otherwise` takes its place: what the HTML has had, or nothing. */
export class Extra extends Component {
  state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  componentDidCatch(error) {
    fail(this.props.name, error);
  }

  render() {
    return this.state.failed ? (this.props.otherwise ?? null) : this.props.children;
  }
}
