// Shows which problem kept the visitor from signing in: the page has texts for all of them, and the URL names one.
// Where the URL still has Patreon's code, nobody has used it, as there were too many tries.
import { Children, useEffect, useState } from "react";

/** @param {{ names: string[], children: import("react").ReactNode }} props the problems' names, and a text for each */
export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(/** @type {string} */ (query.has("code") ? "busy" : query.get("problem")))));
  }, []);
  return Children.toArray(children)[index];
}
