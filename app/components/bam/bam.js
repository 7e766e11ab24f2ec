// A press for posters: each one comes from six hex digits, which stand in the address so that it can be shared.
import { useEffect, useMemo, useRef, useState } from "react";
import { useLabels } from "$/app/i18n/client.js";
import { poster, seedOf } from "./poster";

// Next keeps its own state in the history entry; without the new address in it, coming back would lose the hash.
const record = (seed) => {
  const as = `${location.pathname}${location.search}#${seed}`;
  history.replaceState(history.state && { ...history.state, as }, "", as);
};

const another = () => Math.floor(Math.random() * 0x1000000).toString(16).padStart(6, "0");

export function Bam({ first, labels: bundled, looks, children }) {
  const labels = useLabels("bam", bundled);
  const [seed, setSeed] = useState(first);
  const [note, setNote] = useState("");
  const [ready, setReady] = useState(false);
  const sheet = useRef(null);
  const { svg, word } = useMemo(() => poster(seed), [seed]);

  const show = (next) => {
    setSeed(next);
    setNote(labels.printed);
  };

  useEffect(() => {
    const read = () => {
      const found = seedOf(location.hash);
      if (found) show(found);
    };
    read();
    setReady(true);
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);

  const press = () => {
    const next = another();
    record(next);
    show(next);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    navigator.vibrate?.(20);
    const lean = Math.random() * 4 - 2;
    sheet.current.animate([{ transform: `scale(1.06) rotate(${lean}deg)` }, { transform: "none" }], {
      duration: 240,
      easing: "cubic-bezier(.2, 2.2, .4, 1)",
    });
  };

  const copy = async () => {
    record(seed);
    try {
      await navigator.clipboard.writeText(location.href);
      setNote(labels.copied);
    } catch {
      setNote(labels.uncopied);
    }
  };

  const save = () => {
    const href = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    Object.assign(document.createElement("a"), { href, download: `otisk-${seed}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(href), 9999);
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
      <div className={looks.desk} style={ready ? null : { visibility: "hidden" }}>
        <button className={looks.press} onClick={press}>{labels.press}</button>
        <button className={looks.tool} onClick={copy}>{labels.copy}</button>
        <button className={looks.tool} onClick={save}>{labels.save}</button>
        <p className={looks.note} role="status">{note.replace("{word}", word).replace("{number}", seed)}</p>
      </div>
    </div>
  );
}
