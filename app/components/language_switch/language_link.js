// A link to this page in another language. It keeps the query and the hash, and a cookie keeps the choice for a year.
import Router, { useRouter } from "next/router";
import { useEffect, useState } from "react";
import { isPlain } from "$/app/browser/clicks.js";
import { cookies } from "$/app/browser/cookies.js";
import { Link } from "$/app/components/link/link.js";
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { navigate } from "$/app/navigation/navigation.js";

/**
 * @param {{ code: string, href: string } & import("react").ComponentProps<"a">} props the language's code, this page's
 *   route in that language, and attributes of the link
 */
export function LanguageLink({ code, href, ...props }) {
  /** @param {import("react").MouseEvent<HTMLAnchorElement>} event */
  const follow = (event) => {
    cookies.text = languageCookie(code);
    if (!isPlain(event)) return;
    if (navigate(target(href) + location.search + location.hash)) event.preventDefault();
  };
  return <Link href={useKnown(href)} onClick={follow} {...props} />;
}

/**
 * The link's target. An open route parameter stands in it as [name]; until hydration nobody knows the parameter's
 * value, so there is no target yet.
 *
 * @param {string} href
 */
function useKnown(href) {
  useRouter(); // draws the link again when the URL changes
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated || !href.includes("[") ? target(href) : undefined;
}

/**
 * The route with its parameters' values, which stand in the URL where the route has their names. Next's own query is
 * empty until its list of pages is loaded.
 *
 * @param {string} href
 */
const target = (href) =>
  href.replace(/\[\w+\]/g, (name) => location.pathname.split("/")[Router.pathname.split("/").indexOf(name)]);
