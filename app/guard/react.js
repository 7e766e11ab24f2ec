// Extras that belong to a component: they start when it is mounted and end when it is unmounted.
import { Component, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { extra, fail, hasFailed } from "./extra.js";
import { isMoved } from "./moved.js";

const useLayout = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * Starts the extra `name` once the component is mounted, and again when `inputs` change.
 *
 * @param {string} name
 * @param {(self: import("./extra.js").Extra) => void | (() => unknown)} start may return what takes the extra off the
 *   page
 * @param {object} [options]
 * @param {unknown[]} [options.inputs]
 * @param {boolean} [options.layout] to end before React takes the component out of the document
 * @returns {{ on: boolean } & Pick<import("./extra.js").Extra, "guard" | "after">}
 */
export function useExtra(name, start, { inputs = [], layout = false } = {}) {
  const [self] = useState(() => extra(name));
  const [on, setOn] = useState(false);
  (layout ? useLayout : useEffect)(() => {
    self.run(() => {
      self.onEnd(() => setOn(false));
      const undo = start(self);
      if (undo) self.onEnd(undo);
      // Otherwise React would do within the task of the first commit what can have one of its own.
      startTransition(() => setOn(!hasFailed(name)));
    });
    return self.end;
  }, inputs);
  return { on, guard: self.guard, after: self.after };
}

/**
 * What the extra `name` draws. When that fails, `otherwise` takes its place: what the HTML had, or nothing.
 *
 * @extends {Component<{
 *   name: string, otherwise?: import("react").ReactNode, children: import("react").ReactNode,
 * }, { failed: boolean }>}
 */
export class Extra extends Component {
  state = { failed: false };

  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    if (isMoved(error)) throw error; // the root view leaves the document as it is
    return { failed: true };
  }

  /** @param {unknown} error */
  componentDidCatch(error) {
    fail(this.props.name, error);
  }

  render() {
    return this.state.failed ? (this.props.otherwise ?? null) : this.props.children;
  }
}
