// A link for signing in with Patreon. After sign-in, the visitor returns to this page. The link loads a new document,
// because the server redirects to Patreon.
import { useEffect, useState } from "react";

/** @param {{ href: string } & import("react").ComponentProps<"a">} props */
export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
