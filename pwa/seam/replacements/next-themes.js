// Replaces "next-themes", which is unnecessary because the style sheet contains both themes. `ThemeProvider` surrounds
// every page, sets the language of <html>, and renders the site's root component.
import { useRouter } from "next/router";
import { createElement, useEffect, useSyncExternalStore } from "react";
import { languageOf } from "$/app/i18n/language.js";
import { mayDraw } from "$/app/monitoring/monitor.js";
import { Root } from "$/app/root.js";
import { Navigation } from "../router.js";

const subscribe = () => () => {}; // pages need no re-render when `mayDraw` changes

/** @param {{ children: import("react").ReactNode }} props */
export function ThemeProvider({ children }) {
  const { pathname } = useRouter();
  const isDrawn = useSyncExternalStore(subscribe, mayDraw, () => true);
  useEffect(() => {
    if (!isDrawn) return;
    const { documentElement } = document;
    const language = languageOf(pathname);
    // Setting the same language again would make the browser recalculate all styles.
    if (documentElement.lang !== language) documentElement.lang = language;
  }, [pathname]);
  return createElement(Root, { isDrawn }, createElement(Navigation), children);
}

export const useTheme = () => ({ setTheme() {} });
