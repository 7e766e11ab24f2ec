// The error page, rendered by the browser in place of a page that it cannot show.
import { useEffect } from "react";
import { languageOf } from "$/app/i18n/language.js";
import view from "./view.json";

// Only something else takes the focus: a browser that looks late for what the hash names, finds it gone and drops the focus.
const stay = (event) => event.relatedTarget || event.target.focus();

export function ErrorView({ status = 500, message }) {
  const { site, looks } = view;
  const words = view.words[languageOf(location.pathname)];
  const title = words.titles[status] || message || words.otherwise;
  useEffect(() => {
    document.title = `${status} ${title} · ${site}`;
    document.querySelector("h1").focus(); // the only one
  }, [status, title]);
  return (
    <main className={looks.page}>
      <p className={looks.status}>{status}</p>
      <h1 className={looks.title} tabIndex={-1} onBlur={stay}>
        {title}
      </h1>
      <p className={looks.sorry}>{words.sorry}</p>
      <p className={looks.action}>
        <a className={looks.button} href={words.home}>
          {words.back}
        </a>
      </p>
    </main>
  );
}
