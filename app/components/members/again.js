// A link that retries sign-in.
import { useEffect, useState } from "react";

/**
 * @param {{ href: string } & import("react").ComponentProps<"a">} props `href` is the path for signing in
 */
export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    // Retries the current URL, because Patreon's `code` in the query might still be valid.
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
