// Stands in for "@emotion/react": the site's styles are in its style sheet, so a flat css prop becomes an inline style.
import { createElement, Fragment } from "react";

const isFlat = ([, value]) => typeof value === "string" || typeof value === "number";

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
