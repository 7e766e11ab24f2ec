// Asks for consent to analytics on the first visit and after a click on the footer button. “Yes” loads the analytics
// tag, and “no” disables the tag.
import Router from "next/router";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { rememberFocus, returnFocus } from "$/app/browser/focus.js";
import { answers, reserveSpace } from "$/app/extras/notice/notice.js";
import { extra } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/app/i18n/language.js";
import { offer } from "./consent.js";
import { allow, forbid, watchPages } from "./tag.js";
import view from "./view.json";

const KEY = "analytics";
const FLOOR = "--notice-floor"; // the question's height; other notices move up by this height

/** @typedef {"yes" | "no"} Answer */

const consent = extra("consent");
let started = false;

/** Loads the analytics tag if the visitor has already consented. Asks visitors who have not answered. */
export const start = consent.guard((/** @type {string} */ id) => {
  if (started) return;
  started = true;
  consent.run(() => watchPages(consent, id));
  if (answers.get(KEY) === "yes") allow(id);
  const container = document.body.appendChild(document.createElement("div"));
  createRoot(container).render(
    <Extra name="consent">
      <Question id={id} />
    </Extra>,
  );
});

/** @param {{ id: string }} props */
function Question({ id }) {
  const [open, setOpen] = useState(!answers.get(KEY));
  const [language, setLanguage] = useState(() => languageOf(location.pathname));
  const wanted = useRef(false);

  /** @param {string | null} answered */
  const apply = (answered) => {
    (answered === "yes" ? allow : forbid)(id);
    setOpen(!answered);
  };

  const { on, guard } = useExtra("consent", (self) => {
    offer(() => {
      wanted.current = true;
      setOpen(true);
    });
    answers.follow(self, KEY, apply);
    self.subscribe(Router.events, "routeChangeComplete", () => setLanguage(languageOf(location.pathname)));
  });

  /** @param {Answer} answered */
  const answer = (answered) => {
    answers.set(KEY, answered);
    apply(answered);
  };

  return on && open && <Box key={language} language={language} wanted={wanted.current} onAnswer={guard(answer)} />;
}

/**
 * @param {object} props
 * @param {string} props.language
 * @param {boolean} props.wanted whether the visitor has clicked the footer button
 * @param {(answered: Answer) => void} props.onAnswer
 */
function Box({ language, wanted, onAnswer }) {
  const labels = useLabels("consent", view.labels[language]);
  const box = useRef(/** @type {HTMLElement | null} */ (null));

  // Uses a layout effect, because the cleanup must run while the element is still on the page.
  const { guard } = useExtra(
    "consent",
    (self) => {
      const element = /** @type {HTMLElement} */ (box.current);
      if (wanted) element.querySelector("button")?.focus();
      return reserveSpace(self, element, FLOOR);
    },
    { layout: true },
  );

  /** @param {Answer} answered */
  const answer = (answered) => {
    returnFocus(box.current);
    onAnswer(answered);
  };

  const { looks } = view;
  return (
    <section
      className={looks.region}
      aria-label={labels.title}
      lang={language}
      ref={box}
      onFocus={guard(rememberFocus)}
    >
      <div className={looks.box}>
        <p className={looks.text}>
          {labels.text}{" "}
          <a className="underline" href={view.paths[language].privacy}>
            {labels.notice}
          </a>
        </p>
        <div className={looks.buttons}>
          <button className={looks.action} onClick={guard(() => answer("no"))}>
            {labels.refuse}
          </button>
          <button className={looks.action} onClick={guard(() => answer("yes"))}>
            {labels.accept}
          </button>
        </div>
      </div>
    </section>
  );
}
