// A page of sections. On large screens, the library fullpage.js moves from section to section. The browser scrolls the
// page instead if a section is taller than the window or the visitor prefers reduced motion.
import { useRouter } from "next/router";
import { useRef } from "react";
import { useIsWhole } from "$/app/components/sheet/sheet.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { openSections } from "./sections.js";

/**
 * @typedef {object} Own
 * @property {string} full the media query for windows in which fullpage.js runs
 * @property {import("react").ReactNode} children the navigation, the container of the sections, and dialogs
 * @typedef {import("./motion.js").Settings & Own} Props
 */

export const FullPage = withBoundary("fullpage", Sections, ({ children }) => <div>{children}</div>);

/** @param {Props} props */
function Sections({ full, children, ...settings }) {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { events } = useRouter();
  const isWhole = useIsWhole();
  useExtra(
    "fullpage",
    (self) => {
      if (!isWhole) return undefined;
      const [navigation, root] = /** @type {Iterable<HTMLElement>} */ (
        /** @type {HTMLDivElement} */ (box.current).children
      );
      const pages = openSections(self, navigation, root, settings, matchMedia(full));
      self.subscribe(events, "hashChangeComplete", pages.goToHash);
      // A link to the current page may cause a route change.
      self.subscribe(events, "routeChangeComplete", pages.goToHash);
      return pages.close;
    },
    { inputs: [isWhole], layout: true },
  );
  return <div ref={box}>{children}</div>;
}
