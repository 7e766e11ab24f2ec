// Shows the first child if signing in is configured, otherwise the second. The setting comes from
// `/builds/latest.json`, because prerendered pages are the same on every server.
import { Children, useEffect, useRef, useState } from "react";
import { handover } from "$/app/start/handover.js";

/** @param {{ children: import("react").ReactNode }} props */
export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const update = () => {
      const { patreon } = handover.latest;
      if (typeof patreon !== "boolean" || !box.current) return; // `latest.json` has not loaded yet
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
