// The link to Patreon and back to this page. A plain link, as the server's answer leads to another site.
import { useEffect, useState } from "react";

/**
 * @param {{ href: string } & import("react").ComponentProps<"a">} props the path of signing in, and other attributes
 */
export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
