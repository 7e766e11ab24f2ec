// Replaces "next-themes", because the style sheet contains both themes. The provider wraps every page. It also
// updates <html lang>, and renders the root view.
import { useRouter } from "next/router";
import { createElement, useEffect, useSyncExternalStore } from "react";
import { languageOf } from "$/app/i18n/language.js";
import { mayDraw } from "$/app/monitoring/monitor.js";
import { Root } from "$/app/root.js";
import { Navigation } from "../router.js";

const subscribe = () => () => {}; // does nothing, because the values never change

/** @param {{ children: import("react").ReactNode }} props */
export function ThemeProvider({ children }) {
  const { pathname } = useRouter();
  // While hydrating, React calls `getServerSnapshot`, which returns true. Without prerendered HTML, it calls `mayDraw`.
  const isDrawn = useSyncExternalStore(subscribe, mayDraw, () => true);
  useEffect(() => {
    if (!isDrawn) return;
    const { documentElement } = document;
    const language = languageOf(pathname);
    // Leave an unchanged language alone, because setting it would recalculate all styles.
    if (documentElement.lang !== language) documentElement.lang = language;
  }, [pathname]);
  return createElement(Root, { isDrawn }, createElement(Navigation), children);
}

export const useTheme = () => ({ setTheme() {} });
