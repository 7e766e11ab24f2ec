// Asks whether visits may be counted, once, and again when the footer's control is pressed. Fetched only where there is an
// analytics id; the tag is loaded after a yes, and silenced after a no.
import Router from "next/router";
import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { memory } from "$/app/components/notice/notice.js";
import { useLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/pwa/replacements/language.js";
import { offer } from "./consent.js";
import { allow, forbid } from "./tag.js";
import view from "./view.json";

const KEY = "analytics";
const FLOOR = "--notice-floor"; // what other notices stand on

let started = false;

/** Asks, unless it has been answered. */
export function start(id) {
  if (started) return;
  started = true;
  if (memory.get(KEY) === "yes") allow(id);
  const place = document.body.appendChild(document.createElement("div"));
  createRoot(place).render(<Question id={id} />);
}

function Question({ id }) {
  const [open, setOpen] = useState(!memory.get(KEY));
  const [language, setLanguage] = useState(() => languageOf(location.pathname));
  const from = useRef(null); // where the question was asked for

  const heed = (answered) => {
    (answered === "yes" ? allow : forbid)(id);
    setOpen(!answered);
  };

  useEffect(() => {
    offer(() => {
      from.current = document.activeElement;
      setOpen(true);
    });
    memory.follow(KEY, heed);
    Router.events.on("routeChangeComplete", () => setLanguage(languageOf(location.pathname)));
  }, []);

  const answer = (answered) => {
    memory.set(KEY, answered);
    heed(answered);
    from.current?.focus();
  };

  return open && <Box key={language} language={language} wanted={Boolean(from.current)} onAnswer={answer} />;
}

function Box({ language, wanted, onAnswer }) {
  const labels = useLabels("consent", view.labels[language]);
  const box = useRef(null);

  // At once: what is measured must be there.
  useLayoutEffect(() => {
    if (wanted) box.current.querySelector("button").focus();
    const { style } = document.documentElement;
    const size = new ResizeObserver(() => style.setProperty(FLOOR, `${box.current.offsetHeight}px`));
    size.observe(box.current);
    return () => {
      size.disconnect();
      style.removeProperty(FLOOR);
    };
  }, []);

  const { looks } = view;
  return (
    <section className={looks.region} aria-label={labels.title} lang={language} ref={box}>
      <div className={looks.box}>
        <p className={looks.text}>{labels.text}</p>
        <div className={looks.buttons}>
          <button className={looks.action} onClick={() => onAnswer("no")}>{labels.refuse}</button>
          <button className={looks.action} onClick={() => onAnswer("yes")}>{labels.accept}</button>
        </div>
      </div>
    </section>
  );
}
