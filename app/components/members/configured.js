// Shows its first child where signing in is configured, otherwise its second. Pages are the same on every server, so
// `/builds/latest.json` says which applies.
import { Children, useEffect, useRef, useState } from "react";
import { handover } from "$/app/start/handover.js";

/** @param {{ children: import("react").ReactNode }} props */
export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const update = () => {
      const { patreon } = handover.latest;
      if (typeof patreon !== "boolean" || !box.current) return; // no answer yet
      if (!patreon) box.current.style.minHeight = `${box.current.offsetHeight}px`; // against layout shift
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
