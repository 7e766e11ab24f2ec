import { Children, useEffect, useState } from "react";

/**
 * Shows the text of the problem that the URL names. A code in the URL is unused: there were too many attempts.
 *
 * @param {{ names: string[], children: import("react").ReactNode }} props
 */
export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(/** @type {string} */ (query.has("code") ? "busy" : query.get("problem")))));
  }, []);
  return Children.toArray(children)[index];
}
