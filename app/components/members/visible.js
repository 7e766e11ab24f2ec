// Triggers an event whenever the tab becomes visible, for example after a payment on Patreon in another tab.
import { useEffect } from "react";

/** @param {{ onVisible: () => void }} props */
export function Visible({ onVisible }) {
  useEffect(() => {
    const update = () => document.visibilityState === "visible" && onVisible();
    document.addEventListener("visibilitychange", update);
    return () => document.removeEventListener("visibilitychange", update);
  }, []);
  return null;
}
