// Shows the child for the problem code in the URL's query. If the query still contains Patreon's `code`, the rate limit
// has rejected the sign-in, so the problem is "busy".
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
