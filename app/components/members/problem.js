// Shows the text for the problem in the URL. If the URL contains a code, the visitor has tried to sign in too often.
import { Children, useEffect, useState } from "react";

/**
 * @param {object} props
 * @param {string[]} props.names the problem that each child describes
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
