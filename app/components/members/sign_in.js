// The link to Patreon and back to this page. It loads a document, as the server redirects to another site.
import { useEffect, useState } from "react";

/** @param {{ href: string } & import("react").ComponentProps<"a">} props the sign-in path, and other attributes */
export function SignIn({ href, ...props }) {
  const [next, setNext] = useState("");
  useEffect(() => setNext(`?next=${encodeURIComponent(location.pathname)}`), []);
  return <a href={href + next} {...props} />;
}
