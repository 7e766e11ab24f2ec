// Shows the child that matches the problem code in the URL's query. Patreon's `code` in the query means that the rate
// limit has rejected a sign-in.
import { Children, useEffect, useState } from "react";

/**
 * @param {object} props
 * @param {string[]} props.names the problem codes, one for each child
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
