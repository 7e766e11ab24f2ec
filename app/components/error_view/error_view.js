// The error page, rendered in the browser.
import { useEffect } from "react";
import { languageOf } from "$/app/i18n/language.js";
import view from "./view.json";

/**
 * Moves the focus back to the heading if no other element receives the focus.
 *
 * @param {import("react").FocusEvent<HTMLElement>} event
 */
const refocus = (event) => event.relatedTarget || event.target.focus();

/**
 * @param {object} props
 * @param {number} [props.status]
 * @param {string} [props.message] the heading for a status without its own title
 */
export function ErrorView({ status = 500, message }) {
  const { site, looks } = view;
  const words = view.words[languageOf(location.pathname)];
  const title = words.titles[status] || message || words.otherwise;
  useEffect(() => {
    document.title = `${status} ${title} · ${site}`;
    /** @type {HTMLElement} */ (document.querySelector("h1")).focus();
  }, [status, title]);
  return (
    <main className={looks.page}>
      <p className={looks.status}>{status}</p>
      <h1 className={looks.title} tabIndex={-1} onBlur={refocus}>
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
