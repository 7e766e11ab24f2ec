// A link to this page in another language. It remembers the choice for a year and keeps the query and the hash.
import Link from "next/link";
import { useRouter } from "next/router";

const YEAR = 365 * 24 * 60 * 60; // seconds

export function LanguageLink({ code, href, children, ...props }) {
  const { push, query } = useRouter();
  const follow = (event) => {
    document.cookie = `i18n_redirected=${code}; Max-Age=${YEAR}; Path=/; SameSite=Lax`;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    push(target(href, query) + location.search + location.hash);
  };
  return <Link href={href} onClick={follow} prefetch={false} {...props}>{children}</Link>;
}

// An open route parameter stands in the address as [name].
const target = (href, query) => href.replace(/\[(\w+)\]/g, (_, name) => encodeURIComponent(query[name]));
