// Stands in for "next/document" in pages/_document.js: <html lang> is the page's own, and <head> loads the fonts at once and
// has the browser draw the page when it is whole.
import { Fragment, createElement, useContext } from "react";
import { Head as NextHead, Html as NextHtml, Main, NextScript as Scripts } from "next/document";
import site from "$/app/site.json";
import { languageOf } from "$/app/i18n/language.js";

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
