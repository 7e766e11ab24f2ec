// Asks whether visits may be counted, once, and again when the footer's control is pressed. Fetched only where there is an
// analytics id; the tag is loaded after a yes, and silenced after a no.
import Router from "next/router";
import { useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { sizes } from "$/app/browser/observers.js";
import { memory } from "$/app/extras/notice/notice.js";
import { extra } from "$/app/guard/extra.js";
import { Extra, useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/app/i18n/language.js";
import { offer } from "./consent.js";
import { allow, forbid } from "./tag.js";
import view from "./view.json";

const KEY = "analytics";
const FLOOR = "--notice-floor"; // what other notices stand on

const consent = extra("consent");
let started = false;

/** Asks, unless it has been answered. */
export const start = consent.guard((id) => {
  if (started) return;
  started = true;
  if (memory.get(KEY) === "yes") allow(id);
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(
    <Extra name="consent">
      <Question id={id} />
    </Extra>,
  );
});

function Question({ id }) {
  const [open, setOpen] = useState(!memory.get(KEY));
  const [language, setLanguage] = useState(() => languageOf(location.pathname));
  const from = useRef(null); // where the question was asked for

  const heed = (answered) => {
    (answered === "yes" ? allow : forbid)(id);
    setOpen(!answered);
  };

  const { on, guard } = useExtra("consent", (self) => {
    offer(() => {
      from.current = document.activeElement;
      setOpen(true);
    });
    memory.follow(self, KEY, heed);
    self.subscribe(Router.events, "routeChangeComplete", () => setLanguage(languageOf(location.pathname)));
  });

  const answer = (answered) => {
    memory.set(KEY, answered);
    heed(answered);
    from.current?.focus();
  };

  return (
    on && open && <Box key={language} language={language} wanted={Boolean(from.current)} onAnswer={guard(answer)} />
  );
}

function Box({ language, wanted, onAnswer }) {
  const labels = useLabels("consent", view.labels[language]);
  const box = useRef(null);

  // At once: what is measured must be there.
  const { guard } = useExtra(
    "consent",
    (self) => {
      if (wanted) box.current.querySelector("button").focus();
      const { style } = document.documentElement;
      const size = sizes(self.guard(() => style.setProperty(FLOOR, `${box.current.offsetHeight}px`)));
      size.observe(box.current);
      return () => {
        size.disconnect();
        style.removeProperty(FLOOR);
      };
    },
    { layout: true },
  );

  const { looks } = view;
  return (
    <section className={looks.region} aria-label={labels.title} lang={language} ref={box}>
      <div className={looks.box}>
        <p className={looks.text}>{labels.text}</p>
        <div className={looks.buttons}>
          <button className={looks.action} onClick={guard(() => onAnswer("no"))}>
            {labels.refuse}
          </button>
          <button className={looks.action} onClick={guard(() => onAnswer("yes"))}>
            {labels.accept}
          </button>
        </div>
      </div>
    </section>
  );
}
