// Shows why signing in failed: the page has a text for each problem, and the URL names one. A URL that still has
// Patreon's code means too many tries.
import { Children, useEffect, useState } from "react";

/** @param {{ names: string[], children: import("react").ReactNode }} props the problems' names and texts */
export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(/** @type {string} */ (query.has("code") ? "busy" : query.get("problem")))));
  }, []);
  return Children.toArray(children)[index];
}
