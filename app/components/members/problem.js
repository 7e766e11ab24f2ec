// Shows the text for the sign-in problem in the URL. A Patreon code in the URL means too many sign-in attempts.
import { Children, useEffect, useState } from "react";

/**
 * @param {object} props
 * @param {string[]} props.names problems; child `i` describes `names[i]`
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
