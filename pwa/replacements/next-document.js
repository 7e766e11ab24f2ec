// Stands in for "next/document" in pages/_document.js: <html lang> is the page's own, and <head> loads the fonts at once.
import { createElement, useContext } from "react";
import { Head as NextHead, Html as NextHtml, Main, NextScript } from "next/document";
import site from "../site.json";
import { languageOf } from "./language.js";

export { Main, NextScript };

export const Html = (props) => {
  const { page } = useContext(NextScript.contextType).__NEXT_DATA__;
  return createElement(NextHtml, { ...props, lang: languageOf(page) });
};

const preload = (href) =>
  createElement("link", { key: href, rel: "preload", href, as: "font", type: "font/woff2", crossOrigin: "anonymous" });

export const Head = ({ children, ...props }) => createElement(NextHead, props, site.fonts.map(preload), children);
