// A link to this page in another language. It remembers the choice for a year and keeps the query and the hash.
import Router, { useRouter } from "next/router";
import { useEffect, useState } from "react";
import { isPlain } from "$/app/browser/clicks.js";
import { cookies } from "$/app/browser/cookies.js";
import { Link } from "$/app/components/link/link.js";
import { navigate } from "$/app/navigation/navigation.js";

const YEAR = 365 * 24 * 60 * 60; // seconds

export function LanguageLink({ code, href, ...props }) {
  const follow = (event) => {
    cookies.text = `i18n_redirected=${code}; Max-Age=${YEAR}; Path=/; SameSite=Lax`;
    if (!isPlain(event)) return;
    if (navigate(target(href) + location.search + location.hash)) event.preventDefault();
  };
  return <Link href={useKnown(href)} onClick={follow} {...props} />;
}

// An open route parameter stands in the link as [name]. Until the page lives nobody knows its value: then it is no link.
function useKnown(href) {
  useRouter(); // draws the link anew when the address changes
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive || !href.includes("[") ? target(href) : undefined;
}

// In the address it is where the route has it. Next's own query is empty until its list of pages has come.
const target = (href) =>
  href.replace(/\[\w+\]/g, (name) => location.pathname.split("/")[Router.pathname.split("/").indexOf(name)]);
