// Replaces Reflex's color mode. Components always use the color mode of the visitor's system.
import { createElement, useSyncExternalStore } from "react";
import { ColorModeContext } from "$/utils/context";

const QUERY = "(prefers-color-scheme: dark)";

/** @param {() => void} onChange */
const subscribe = (onChange) => {
  const list = matchMedia(QUERY);
  list.addEventListener("change", onChange);
  return () => list.removeEventListener("change", onChange);
};
const isDark = () => matchMedia(QUERY).matches;
const unchanged = () => {};

/** @param {{ children?: import("react").ReactNode }} props */
export function ColorMode({ children }) {
  const resolvedColorMode = useSyncExternalStore(subscribe, isDark, () => false) ? "dark" : "light";
  const value = { rawColorMode: "system", resolvedColorMode, toggleColorMode: unchanged, setColorMode: unchanged };
  return createElement(ColorModeContext.Provider, { value }, children);
}
