// Another try at signing in, that ends where the first one was to end.
import { useEffect, useState } from "react";

export function Again({ href, ...props }) {
  const [search, setSearch] = useState("");
  useEffect(() => {
    const next = new URLSearchParams(location.search).get("next");
    if (next && isOwn(next)) setSearch(`?next=${encodeURIComponent(next)}`);
  }, []);
  return <a href={href + search} {...props} />;
}

// A path of this site. Browsers read a backslash as a slash, and skip tabs and line breaks: "/\t/host" is another site.
const isOwn = (next) => /^\/(?![/\\])[^\\\s]*$/.test(next);
