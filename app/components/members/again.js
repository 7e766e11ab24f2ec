// Another try at signing in, that ends where the first one was to end. A code that nobody has looked at is good for it.
import { useEffect, useState } from "react";

export function Again({ href, ...props }) {
  const [target, setTarget] = useState(href);
  useEffect(() => {
    const query = new URLSearchParams(location.search);
    const next = query.get("next");
    if (query.has("code")) setTarget(location.pathname + location.search);
    else if (next && isOwn(next)) setTarget(`${href}?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={target} {...props} />;
}

// A path of this site. Browsers read a backslash as a slash, and skip tabs and line breaks: "/\t/host" is another site.
const isOwn = (next) => /^\/(?![/\\])[^\\\s]*$/.test(next);
