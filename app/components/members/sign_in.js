// The way to Patreon and back to this page. A plain link: the answer is the server's, and leads to another site.
import { useEffect, useState } from "react";

export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
