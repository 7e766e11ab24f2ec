// Stands in for "next/document" in pages/_document.js: <html lang> is the page's language, and <head> preloads the
// fonts and has the browser wait for the whole HTML before it draws the page.

import { Main, Head as NextHead, Html as NextHtml, NextScript as Scripts } from "next/document";
import { createElement, Fragment, useContext } from "react";
import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";

export { Main };

/** @param {import("react").ComponentProps<typeof NextHtml>} props */
export const Html = (props) => {
  const context = /** @type {import("react").Context<import("next/document").DocumentProps>} */ (
    /** @type {unknown} */ (Scripts.contextType)
  );
  const { page } = useContext(context).__NEXT_DATA__;
  return createElement(NextHtml, { ...props, lang: languageOf(page) });
};

/** @param {string} href */
const preload = (href) =>
  createElement("link", { key: href, rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" });

const END = "page-end";
const whole = createElement("link", { key: "whole", rel: "expect", href: `#${END}`, blocking: "render" });

/** @param {import("react").ComponentProps<typeof NextHead>} props */
export const Head = ({ children, ...props }) =>
  createElement(NextHead, props, whole, site.fonts.map(preload), children);

/** @param {import("react").ComponentProps<typeof Scripts>} props */
export const NextScript = (props) =>
  createElement(Fragment, null, createElement("template", { id: END }), createElement(Scripts, props));
