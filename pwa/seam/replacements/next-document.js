// Replaces "next/document" in pages/_document.js. Adds the page's language and font preloads. Next's scripts do not
// delay the page, because the start script loads them at the visitor's first action.

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

for (const method of ["getScripts", "getPolyfillScripts"]) {
  if (method in NextHead.prototype) continue;
  throw new Error(`Next's Head has changed: expected a method ${method}. See pwa/seam/replacements/next-document.js.`);
}

const MAIN = "/chunks/main-";

/**
 * Compares two URLs for `sort`. The main script comes last, because it starts the application.
 *
 * @param {string} url
 * @param {string} otherUrl
 */
const mainLast = (url, otherUrl) => Number(url.includes(MAIN)) - Number(otherUrl.includes(MAIN));

class StartHead extends NextHead {
  /** @param {Parameters<NextHead["getScripts"]>[0]} files */
  getScripts(files) {
    const scripts = super.getScripts(files);
    if (process.env.NODE_ENV !== "production") return scripts;
    const { buildId } = this.context.__NEXT_DATA__;
    const application = scripts.map(({ props }) => props.src).sort(mainLast);
    const src = `/_next/static/${buildId}/start.js`;
    return [createElement("script", { key: src, src, defer: true, "data-application": application.join(" ") })];
  }

  // Omits polyfills in production, because browsers that need polyfills cannot run the start script.
  getPolyfillScripts() {
    return process.env.NODE_ENV === "production" ? [] : super.getPolyfillScripts();
  }
}

/** @param {import("react").ComponentProps<typeof NextHead>} props */
export const Head = ({ children, ...props }) =>
  createElement(StartHead, props, whole, site.fonts.map(preload), children);

/** @param {import("react").ComponentProps<typeof Scripts>} props */
export const NextScript = (props) =>
  createElement(Fragment, null, createElement("template", { id: END }), createElement(Scripts, props));
