// The error page, rendered by the browser in place of a page that it cannot show.
import { useEffect } from "react";
import { languageOf } from "$/app/i18n/language.js";
import view from "./view.json";

/**
 * Takes the focus back unless another element got it: a browser that looks late for what the hash names finds it gone,
 * and drops the focus.
 *
 * @param {import("react").FocusEvent<HTMLElement>} event
 */
const stay = (event) => event.relatedTarget || event.target.focus();

/**
 * The error page's content, in the language of the URL.
 *
 * @param {object} props
 * @param {number} [props.status]
 * @param {string} [props.message] shown where the status has no title of its own
 */
export function ErrorView({ status = 500, message }) {
  const { site, looks } = view;
  const words = view.words[languageOf(location.pathname)];
  const title = words.titles[status] || message || words.otherwise;
  useEffect(() => {
    document.title = `${status} ${title} · ${site}`;
    /** @type {HTMLElement} */ (document.querySelector("h1")).focus(); // the only one
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
