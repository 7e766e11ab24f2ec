// A link for signing in again. After sign-in, the visitor returns to the page of the first attempt.
import { useEffect, useState } from "react";

/**
 * @param {{ href: string } & import("react").ComponentProps<"a">} props `href` is the path for signing in
 */
export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    // The link retries with Patreon's code, which might still be valid.
    if (query.has("code")) setTarget(location.pathname + location.search);
    else if (next && isOwn(next)) setTarget(`${href}?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={target} {...props} />;
}

/**
 * Whether `path` is on this site. Browsers treat a backslash as a slash and ignore tabs, so "/\t/host" is another site.
 *
 * @param {string} path
 */
const isOwn = (path) => /^\/(?![/\\])[^\\\s]*$/.test(path);
