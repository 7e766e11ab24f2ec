import { useEffect, useState } from "react";

/**
 * A link to sign in again, for the same page.
 *
 * @param {{ href: string } & import("react").ComponentProps<"a">} props
 */
export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    // A code in the URL is unused: the URL can be loaded again.
    if (query.has("code")) setTarget(location.pathname + location.search);
    else if (next && isOwnPath(next)) setTarget(`${href}?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={target} {...props} />;
}

/**
 * Browsers read a backslash as a slash, and skip tabs: "/\t/host" is another site.
 *
 * @param {string} path
 */
const isOwnPath = (path) => /^\/(?![/\\])[^\\\s]*$/.test(path);
