// Replaces "@emotion/react". Strings and numbers in a css prop become inline styles. Other values are ignored, because
// their rules are in the style sheet.
import { createElement, Fragment } from "react";

/** @param {[string, unknown]} entry */
export const isFlat = ([, value]) => typeof value === "string" || typeof value === "number";

/**
 * @param {import("react").ElementType} type
 * @param {{ css?: object, style?: object, [name: string]: unknown } | null} props
 * @param {import("react").ReactNode[]} children
 */
export const jsx = (type, props, ...children) => {
  if (!props?.css) return createElement(type, props, ...children);
  const { css, style, ...rest } = props;
  return createElement(
    type,
    { ...rest, style: { ...Object.fromEntries(Object.entries(css).filter(isFlat)), ...style } },
    ...children,
  );
};

export { Fragment };
