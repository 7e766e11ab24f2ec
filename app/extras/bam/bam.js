// Draws posters. Each poster's seed (six hex digits) is in the URL's hash, so that visitors can share the poster.
import { useMemo, useRef, useState } from "react";
import { createElement } from "$/app/browser/elements.js";
import { entries } from "$/app/browser/history.js";
import { extra } from "$/app/guard/extra.js";
import { useExtra, withBoundary } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { asFile, NAME, poster, seedOf } from "./poster";

/**
 * Writes the seed into the URL and Next's history state, so that Back shows the same poster. Returns false on failure.
 *
 * @param {string} seed
 */
const record = (seed) => {
  const as = `${location.pathname}${location.search}#${seed}`;
  return entries.replace(entries.state && { ...entries.state, as }, as);
};

const DOWNLOAD_MS = 10_000; // long enough for a download to start

const animation = extra("animation");

/** @param {HTMLElement} sheet */
const shake = (sheet) => {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  navigator.vibrate?.(20);
  const lean = Math.random() * 4 - 2;
  sheet.animate([{ transform: `scale(1.06) rotate(${lean}deg)` }, { transform: "none" }], {
    duration: 240,
    easing: "cubic-bezier(.2, 2.2, .4, 1)",
  });
};

const another = () =>
  Math.floor(Math.random() * 0x1000000)
    .toString(16)
    .padStart(6, "0");

/**
 * @typedef {object} Props
 * @property {string} first the seed of the poster in the prerendered HTML
 * @property {Record<string, string>} labels
 * @property {Record<string, string>} looks
 * @property {import("react").ReactNode} children the words beside the poster
 */

export const Bam = withBoundary("poster", Press, ({ children }) => <div>{children}</div>);

/** @param {Props} props */
function Press({ first, labels: bundled, looks, children }) {
  const labels = useLabels("bam", bundled);
  const [seed, setSeed] = useState(first);
  const [note, setNote] = useState("");
  const sheet = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { svg, word } = useMemo(() => poster(seed), [seed]);

  /** @param {string} next */
  const show = (next) => {
    setSeed(next);
    setNote(labels.printed);
  };

  const { on, guard, after } = useExtra("poster", ({ listen }) => {
    const read = () => {
      const found = seedOf(location.hash);
      if (found) show(found);
    };
    read();
    listen(window, "hashchange", read);
  });

  const press = () => {
    const next = another();
    record(next);
    show(next);
    animation.run(() => shake(/** @type {HTMLElement} */ (sheet.current)));
  };

  const copy = async () => {
    const recorded = record(seed);
    try {
      if (!recorded) throw new Error("The URL does not name this sheet");
      await navigator.clipboard.writeText(location.href);
      setNote(labels.copied);
    } catch {
      setNote(labels.uncopied);
    }
  };

  const save = () => {
    const href = URL.createObjectURL(new Blob([asFile(svg)], { type: "image/svg+xml" }));
    createElement("a", { href, download: `${NAME.toLowerCase()}-${seed}.svg` }).click();
    after(DOWNLOAD_MS, () => URL.revokeObjectURL(href));
    setNote(labels.saved);
  };

  return (
    <div className={looks.root}>
      <div className={looks.words}>{children}</div>
      <div
        ref={sheet}
        className={looks.sheet}
        role="img"
        aria-label={labels.poster.replace("{word}", word)}
        dangerouslySetInnerHTML={{ __html: svg }}
      />
      <div className={on ? looks.desk : looks.idle}>
        <button className={looks.press} onClick={guard(press)}>
          {labels.press}
        </button>
        <button className={looks.tool} onClick={guard(copy)}>
          {labels.copy}
        </button>
        <button className={looks.tool} onClick={guard(save)}>
          {labels.save}
        </button>
        <p className={looks.note} role="status">
          {note.replace("{word}", word).replace("{number}", seed)}
        </p>
      </div>
    </div>
  );
}
