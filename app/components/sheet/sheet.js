// The element around a page. After a click on a link to another page, React renders its start first, then the rest.
import { createContext, useContext, useDeferredValue } from "react";
import { isFollowingLink } from "$/app/navigation/navigation.js";

/** @typedef {{ children?: import("react").ReactNode }} Props */

const TALL = { minHeight: "101vh" };

const IsWhole = createContext(true);

/** Whether the rest is rendered. */
export const useIsWhole = () => useContext(IsWhole);

/** @param {Props} props */
export function Sheet({ children }) {
  const isWhole = useDeferredValue(true, !isFollowingLink());
  // The scrollbar must not disappear meanwhile.
  return (
    <IsWhole value={isWhole}>
      <div style={isWhole ? undefined : TALL}>{children}</div>
    </IsWhole>
  );
}

/** @param {Props} props */
export const Below = ({ children }) => useIsWhole() && children;
