// The element around a page. After a click on a link, React renders the start of the new page first, then the rest.
import { createContext, useContext, useDeferredValue } from "react";
import { isFollowingLink } from "$/app/navigation/navigation.js";

/** @typedef {{ children?: import("react").ReactNode }} Props */

const TALL = { minHeight: "101vh" };

const IsWhole = createContext(true);

/** Whether the whole page is rendered. */
export const useIsWhole = () => useContext(IsWhole);

/** @param {Props} props */
export function Sheet({ children }) {
  const isWhole = useDeferredValue(true, !isFollowingLink());
  // Until the whole page is rendered, a minimum height keeps the scrollbar.
  return (
    <IsWhole value={isWhole}>
      <div style={isWhole ? undefined : TALL}>{children}</div>
    </IsWhole>
  );
}

/** @param {Props} props */
export const Below = ({ children }) => useIsWhole() && children;
