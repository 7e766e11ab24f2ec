// Explains the problem in the URL's query. The rate limit leaves Patreon's code in the URL, so a code means “busy”.
import { Children, useEffect, useState } from "react";

/**
 * @param {object} props
 * @param {string[]} props.names the problem that each child explains
 * @param {import("react").ReactNode} props.children
 */
export function Problem({ names, children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    setIndex(Math.max(0, names.indexOf(/** @type {string} */ (query.has("code") ? "busy" : query.get("problem")))));
  }, []);
  return Children.toArray(children)[index];
}
