// Asks whether visits may be counted, once, and again when the footer's control is pressed. Fetched only where there is an
// analytics id; the tag is loaded after a yes, and silenced after a no.
import Router from "next/router";
import { useEffect, useRef, useState } from "react";
import { createRoot } from "react-dom/client";
import { memory } from "$/app/components/notice/notice.js";
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
  const box = useRef(null);
  const from = useRef(null); // where the question was asked for

  useEffect(() => {
    offer(() => {
      from.current = document.activeElement;
      setOpen(true);
    });
    Router.events.on("routeChangeComplete", () => setLanguage(languageOf(location.pathname)));
  }, []);

  useEffect(() => {
    if (!open) return;
    if (from.current) box.current.querySelector("button").focus();
    const { style } = document.documentElement;
    const size = new ResizeObserver(() => style.setProperty(FLOOR, `${box.current.offsetHeight}px`));
    size.observe(box.current);
    return () => {
      size.disconnect();
      style.removeProperty(FLOOR);
    };
  }, [open]);

  const answer = (answered) => {
    memory.set(KEY, answered);
    (answered === "yes" ? allow : forbid)(id);
    setOpen(false);
    from.current?.focus();
  };

  const { looks, words } = view;
  const { title, text, refuse, accept } = words[language];
  return open && (
    <section className={looks.region} aria-label={title} lang={language} ref={box}>
      <div className={looks.box}>
        <p className={looks.text}>{text}</p>
        <div className={looks.buttons}>
          <button className={looks.action} onClick={() => answer("no")}>{refuse}</button>
          <button className={looks.action} onClick={() => answer("yes")}>{accept}</button>
        </div>
      </div>
    </section>
  );
}
