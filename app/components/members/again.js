// A link that tries to sign in again, with the first try's destination.
import { useEffect, useState } from "react";

/**
 * @param {{ href: string } & import("react").ComponentProps<"a">} props the sign-in path, and other attributes
 */
export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    // While the URL has Patreon's code, the code is unused: loading this URL again signs in.
    if (query.has("code")) setTarget(location.pathname + location.search);
    else if (next && isOwn(next)) setTarget(`${href}?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={target} {...props} />;
}

/**
 * Whether it is a path of this site. Browsers read a backslash as a slash and skip whitespace: "/\t/host" is another
 * site.
 *
 * @param {string} path
 */
const isOwn = (path) => /^\/(?![/\\])[^\\\s]*$/.test(path);
