// Stands in for "next-themes": light and dark come from the style sheet. Its provider wraps every page, so it is where
// <html lang> follows client navigation.
import { useRouter } from "next/router";
import { useEffect } from "react";
import { languageOf } from "./language.js";

export function ThemeProvider({ children }) {
  const { pathname } = useRouter();
  useEffect(() => {
    document.documentElement.lang = languageOf(pathname);
  }, [pathname]);
  return children;
}

export const useTheme = () => ({ setTheme() {} });
