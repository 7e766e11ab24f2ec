// Shows the first of two parts where people can sign in, the second where that is not set up. Pages are the same on
// every server: the question for a newer build, which every page asks, is answered with this too.
import { Children, useEffect, useRef, useState } from "react";
import { handover } from "$/app/start/handover.js";

/** @param {{ children: import("react").ReactNode }} props the two parts */
export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  useEffect(() => {
    const look = () => {
      const { patreon } = handover.latest;
      if (typeof patreon !== "boolean" || !box.current) return; // without an answer the page stays as it is
      if (!patreon) box.current.style.minHeight = `${box.current.offsetHeight}px`; // what is below does not move
      setIndex(patreon ? 0 : 1);
    };
    look();
    addEventListener("build:latest", look);
    return () => removeEventListener("build:latest", look);
  }, []);
  return (
    <div ref={box} data-configured={!index}>
      {Children.toArray(children)[index]}
    </div>
  );
}
