// The element around a page. After a click on a link, React renders the start of the page first, and the rest in a
// second step. Otherwise it renders the whole page at once: a document, hydration, Back, and a link to a hash need it.
import { createContext, useContext, useDeferredValue } from "react";
import { isFollowingLink } from "$/app/navigation/navigation.js";

/** @typedef {{ children?: import("react").ReactNode }} Props */

const IsWhole = createContext(true);

/** Whether the page is rendered to its end. */
export const useIsWhole = () => useContext(IsWhole);

/** @param {Props} props */
export function Sheet({ children }) {
  const isWhole = useDeferredValue(true, !isFollowingLink());
  return (
    <IsWhole value={isWhole}>
      <div>{children}</div>
    </IsWhole>
  );
}

/** @param {Props} props */
export const Below = ({ children }) => useIsWhole() && children;
