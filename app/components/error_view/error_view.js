// The error page, rendered by the browser in place of a page that it cannot show.
import { useEffect, useRef } from "react";
import { languageOf } from "$/pwa/replacements/language.js";
import view from "./view.json";

export function ErrorView({ status = 500, message }) {
  const { site, looks } = view;
  const words = view.words[languageOf(location.pathname)];
  const title = words.titles[status] || message || words.otherwise;
  const heading = useRef(null);
  useEffect(() => {
    document.title = `${status} ${title} · ${site}`;
    heading.current.focus();
    // A browser that comes late to the part of the page that the address names finds it gone, and takes the focus away.
    const stay = ({ target, relatedTarget }) => relatedTarget || target.focus();
    if (location.hash) heading.current.addEventListener("blur", stay, { once: true });
  }, [status, title]);
  return (
    <main className={looks.page}>
      <p className={looks.status}>{status}</p>
      <h1 className={looks.title} ref={heading} tabIndex={-1}>{title}</h1>
      <p className={looks.sorry}>{words.sorry}</p>
      <p className={looks.action}><a className={looks.button} href={words.home}>{words.back}</a></p>
    </main>
  );
}
