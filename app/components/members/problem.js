// Shows the text for the sign-in problem that the URL names. A Patreon code in the URL means too many sign-in attempts.
import { Children, useEffect, useState } from "react";

/** @param {{ names: string[], children: import("react").ReactNode }} props `names[i]` is the problem that child `i` describes */
export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(/** @type {string} */ (query.has("code") ? "busy" : query.get("problem")))));
  }, []);
  return Children.toArray(children)[index];
}
