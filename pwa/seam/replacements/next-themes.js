// Stands in for "next-themes": light and dark come from the style sheet. Its provider is around every page, so here
// <html lang> follows navigations, and the root view can show the error page.
import { useRouter } from "next/router";
import { createElement, useEffect, useSyncExternalStore } from "react";
import { languageOf } from "$/app/i18n/language.js";
import { mayDraw } from "$/app/monitoring/monitor.js";
import { Root } from "$/app/root.js";
import { Navigation } from "../router.js";

const subscribe = () => () => {}; // nothing changes by itself

/** @param {{ children: import("react").ReactNode }} props */
export function ThemeProvider({ children }) {
  const { pathname } = useRouter();
  // React calls the last function while it hydrates. If it cannot, it renders without the HTML and calls `mayDraw`.
  const isDrawn = useSyncExternalStore(subscribe, mayDraw, () => true);
  useEffect(() => {
    if (!isDrawn) return;
    const { documentElement } = document;
    const language = languageOf(pathname);
    // To set it has the browser style the page anew.
    if (documentElement.lang !== language) documentElement.lang = language;
  }, [pathname]);
  return createElement(Root, { isDrawn }, createElement(Navigation), children);
}

export const useTheme = () => ({ setTheme() {} });
