// Stands in for "next/document" in pages/_document.js: <html lang> is the page's own.
import { createElement, useContext } from "react";
import { Head, Html as NextHtml, Main, NextScript } from "next/document";
import { languageOf } from "./language.js";

export { Head, Main, NextScript };

export const Html = (props) => {
  const { page } = useContext(NextScript.contextType).__NEXT_DATA__;
  return createElement(NextHtml, { ...props, lang: languageOf(page) });
};
