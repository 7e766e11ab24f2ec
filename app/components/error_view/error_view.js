// The error page, rendered in the browser.
import { useEffect } from "react";
import { useLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/app/i18n/language.js";
import view from "./view.json";

const DEFAULT_STATUS = 500;

/**
 * Focuses the heading again when it loses the focus, unless another element receives the focus.
 *
 * @param {import("react").FocusEvent<HTMLElement>} event
 */
const refocus = (event) => event.relatedTarget || event.target.focus({ preventScroll: true });

/**
 * @param {object} props
 * @param {number} [props.status]
 * @param {string} [props.message] the heading if none is defined for `status`
 */
export function ErrorView({ status: known, message }) {
  const { site, looks } = view;
  const status = known ?? DEFAULT_STATUS;
  const language = languageOf(location.pathname);
  const labels = useLabels("error", view.labels[language]);
  const title = (known && labels[known]) || message || labels.otherwise;
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
      <p className={looks.sorry}>{labels.sorry}</p>
      {labels[`hint ${status}`] && <Hint labels={labels} text={labels[`hint ${status}`]} language={language} />}
      <p className={looks.action}>
        <a className={looks.button} href={view.homes[language]}>
          {labels.back}
        </a>
      </p>
    </main>
  );
}

/** @param {{ labels: Record<string, string>, text: string, language: string }} props */
function Hint({ labels, text, language }) {
  const { looks, menu, paths } = view;
  return (
    <>
      <p className={looks.hint}>{text}</p>
      <nav className={looks.menu} aria-label={labels.menu}>
        {menu.map((name) => (
          <a className={looks.link} href={paths[language][name]} key={name}>
            {labels[name]}
          </a>
        ))}
      </nav>
    </>
  );
}
