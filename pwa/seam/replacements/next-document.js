// Stands in for "next/document" in pages/_document.js: <html lang> is the page's own, and <head> loads the fonts at once and
// has the browser draw the page when it is whole.

import { Main, Head as NextHead, Html as NextHtml, NextScript as Scripts } from "next/document";
import { createElement, Fragment, useContext } from "react";
import { languageOf } from "$/app/i18n/language.js";
import site from "$/app/site.json";

export { Main };

export const Html = (props) => {
  const { page } = useContext(Scripts.contextType).__NEXT_DATA__;
  return createElement(NextHtml, { ...props, lang: languageOf(page) });
};

const preload = (href) =>
  createElement("link", { key: href, rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" });

const END = "page-end";
const whole = createElement("link", { key: "whole", rel: "expect", href: `#${END}`, blocking: "render" });

export const Head = ({ children, ...props }) =>
  createElement(NextHead, props, whole, site.fonts.map(preload), children);

export const NextScript = (props) =>
  createElement(Fragment, null, createElement("template", { id: END }), createElement(Scripts, props));
