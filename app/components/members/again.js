// A link that retries signing in, with the first attempt's destination.
import { useEffect, useState } from "react";

/**
 * @param {{ href: string } & import("react").ComponentProps<"a">} props `href` is the sign-in path
 */
export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    // A Patreon code in the URL is still unused, so loading the URL again signs in.
    if (query.has("code")) setTarget(location.pathname + location.search);
    else if (next && isOwn(next)) setTarget(`${href}?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={target} {...props} />;
}

/**
 * Whether `path` is on this site. Browsers read a backslash as a slash and skip whitespace, so "/\t/host" is another
 * site.
 *
 * @param {string} path
 */
const isOwn = (path) => /^\/(?![/\\])[^\\\s]*$/.test(path);
