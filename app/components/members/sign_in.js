// A link that signs in with Patreon and then returns to the current page. The link causes a full page load, because the
// server redirects to another site.
import { useEffect, useState } from "react";

/** @param {{ href: string } & import("react").ComponentProps<"a">} props `href` is the sign-in path */
export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
