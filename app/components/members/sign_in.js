import { useEffect, useState } from "react";

/**
 * A link without client-side navigation: the server redirects to Patreon.
 *
 * @param {{ href: string } & import("react").ComponentProps<"a">} props
 */
export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
