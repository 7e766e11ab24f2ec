// Runs extras (optional features) in React components.
import { Component, createElement, startTransition, useEffect, useLayoutEffect, useState } from "react";
import { extra, fail, hasFailed } from "./extra.js";
import { isMoved } from "./moved.js";

const useLayout = typeof window === "undefined" ? useEffect : useLayoutEffect;

/**
 * Runs an extra while the component is on the page. Restarts the extra when `inputs` change.
 *
 * @param {string} name
 * @param {(self: import("./extra.js").Extra) => void | (() => unknown)} start
 *   can return a function that undoes its effects
 * @param {object} [options]
 * @param {unknown[]} [options.inputs]
 * @param {boolean} [options.layout] whether to end the extra before React removes the component's elements
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
      // Uses a transition, to avoid delaying the page's first rendering.
      startTransition(() => setOn(!hasFailed(name)));
    });
    return self.end;
  }, inputs);
  return { on, guard: self.guard, after: self.after };
}

/**
 * Renders the fallback (`otherwise`) if an extra's component fails.
 *
 * @extends {Component<{
 *   name: string, otherwise?: import("react").ReactNode, children: import("react").ReactNode,
 * }, { failed: boolean }>}
 */
export class Extra extends Component {
  state = { failed: false };

  /** @param {Error} error */
  static getDerivedStateFromError(error) {
    // The root component handles errors that page translators and browser extensions cause.
    if (isMoved(error)) throw error;
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

/**
 * @template {object} Props
 * @param {string} name
 * @param {import("react").ComponentType<Props>} Inner
 * @param {(props: Props) => import("react").ReactNode} [otherwise]
 * @returns {import("react").FunctionComponent<Props>}
 */
export const withBoundary = (name, Inner, otherwise) => (props) =>
  createElement(Extra, { name, otherwise: otherwise?.(props), children: createElement(Inner, props) });
