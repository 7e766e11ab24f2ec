// A link to the current page in another language, with the same query and hash.
import Router, { useRouter } from "next/router";
import { useEffect, useState } from "react";
import { isPlain } from "$/app/browser/clicks.js";
import { cookies } from "$/app/browser/cookies.js";
import { Link } from "$/app/components/link/link.js";
import { languageCookie } from "$/app/i18n/language_cookie.js";
import { navigate } from "$/app/navigation/navigation.js";

/**
 * @param {{ code: string, href: string } & import("react").ComponentProps<"a">} props
 */
export function LanguageLink({ code, href, ...props }) {
  /** @param {import("react").MouseEvent<HTMLAnchorElement>} event */
  const follow = (event) => {
    cookies.text = languageCookie(code);
    if (!isPlain(event)) return;
    if (navigate(target(href) + location.search + location.hash)) event.preventDefault();
  };
  return <Link href={useTarget(href)} onClick={follow} {...props} />;
}

/**
 * Returns the page's URL in another language, or undefined until the route's parameters are known.
 *
 * @param {string} href a route, with parameters written as `[name]`
 */
function useTarget(href) {
  useRouter(); // rerenders the link when the URL changes
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated || !href.includes("[") ? target(href) : undefined;
}

/**
 * Replaces the parameters in `href` with their current values, which Next knows only after hydration.
 *
 * @param {string} href
 */
const target = (href) =>
  href.replace(/\[\w+\]/g, (name) => location.pathname.split("/")[Router.pathname.split("/").indexOf(name)]);
