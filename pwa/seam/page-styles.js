// Replaces "@emotion/react" for pages that contain Reflex's components. Strings and numbers in a css prop become inline
// styles. Other values become rules in a style element of the prerendered HTML. In the browser, a constructed style
// sheet contains the rules, because the security policy forbids inserting style elements.
import { createElement, Fragment } from "react";
import { isFlat, jsx as jsxWithInlineStyles } from "./replacements/emotion-react.js";

/**
 * @typedef {string | number | { [name: string]: Value }} Value
 * @typedef {Record<string, Value>} Css
 * @typedef {{ css?: Css, style?: object, className?: string, [name: string]: unknown }} Props
 */

// Properties whose numbers get no "px". The list is a copy of React's, without obsolete names and prefixes.
const UNITLESS = new Set(
  (
    "animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth columnCount columns " +
    "fillOpacity flex flexGrow flexShrink floodOpacity fontWeight gridArea gridColumn gridColumnEnd gridColumnSpan " +
    "gridColumnStart gridRow gridRowEnd gridRowSpan gridRowStart lineClamp lineHeight opacity order orphans scale " +
    "stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth tabSize WebkitLineClamp " +
    "widows zIndex zoom"
  ).split(" "),
);
const isServer = typeof window === "undefined";
/** @type {Set<string>} */
const adopted = new Set();
/** @type {CSSStyleSheet | undefined} */
let sheet;

/** @param {string} rule */
const adopt = (rule) => {
  if (adopted.has(rule)) return;
  adopted.add(rule);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.insertRule(rule, sheet.cssRules.length);
};

/** @param {string} text */
const hashed = (text) => {
  let hash = 5381;
  for (const character of text) hash = (hash * 33) ^ character.charCodeAt(0);
  return (hash >>> 0).toString(36);
};

/** @param {string} name */
const kebab = (name) => (name.startsWith("--") ? name : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** @type {(css: Css) => string} */
const serialized = (css) =>
  Object.entries(css)
    .map(([name, value]) => {
      if (typeof value === "object") return value ? `${name}{${serialized(value)}}` : "";
      const unit = typeof value === "number" && value && !UNITLESS.has(name) ? "px" : "";
      return `${kebab(name)}:${value}${unit}!important;`; // `!important` lets rules override inline styles
    })
    .join("");

/** @param {any} props the props of the element; `__type` is its type, `__rules` contains its CSS rules */
function Styled({ __type: type, __rules: rules, ...props }) {
  const name = `s-${hashed(rules)}`;
  const rule = `.${name}{${rules}}`;
  if (!isServer) adopt(rule);
  const className = props.className ? `${props.className} ${name}` : name;
  return createElement(
    Fragment,
    null,
    isServer ? createElement("style", { href: name, precedence: "page" }, rule) : null,
    createElement(type, { ...props, className }),
  );
}

/**
 * @param {import("react").ElementType} type
 * @param {Props | null} props
 * @param {import("react").ReactNode[]} children
 */
export const jsx = (type, props, ...children) => {
  const rules = serialized(Object.fromEntries(Object.entries(props?.css || {}).filter((entry) => !isFlat(entry))));
  if (!rules) return jsxWithInlineStyles(type, props, ...children);
  return jsxWithInlineStyles(/** @type {any} */ (Styled), { ...props, __type: type, __rules: rules }, ...children);
};

/** @type {(texts: TemplateStringsArray, ...values: unknown[]) => string} */
export const keyframes = (texts, ...values) => {
  const steps = String.raw(texts, ...values);
  const name = `k-${hashed(steps)}`;
  if (!isServer) adopt(`@keyframes ${name}{${steps}}`);
  return name;
};

export { Fragment };
