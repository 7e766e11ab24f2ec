// Shows the first child if sign-in is configured, and the second if it is not. The setting is not part of the HTML,
// because one build can run on several servers.
import { Children, useEffect, useRef, useState } from "react";
import { handover } from "$/app/start/handover.js";

/** @param {{ children: import("react").ReactNode }} props */
export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const update = () => {
      const { patreon } = handover.latest;
      if (typeof patreon !== "boolean" || !box.current) return; // the page is still fetching the setting
      if (!patreon) box.current.style.minHeight = `${box.current.offsetHeight}px`; // prevents a layout shift
      setIndex(patreon ? 0 : 1);
    };
    update();
    addEventListener("build:latest", update);
    return () => removeEventListener("build:latest", update);
  }, []);
  return (
    <div ref={box} data-configured={!index}>
      {Children.toArray(children)[index]}
    </div>
  );
}
