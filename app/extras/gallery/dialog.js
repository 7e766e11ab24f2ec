import { useRef } from "react";
import { useExtra } from "$/app/guard/react.js";
import { useLabels } from "$/app/i18n/client.js";
import { connectFigures } from "./lightbox.js";
import looks from "./looks.json";

/** @param {{ labels: Record<string, string>, ready: () => void }} props `ready` is called when the dialog can open */
export function Dialog({ labels: bundled, ready }) {
  const labels = useLabels("gallery", bundled);
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useExtra("gallery", (self) => {
    const undo = connectFigures(self, /** @type {HTMLDialogElement} */ (dialog.current), labels);
    ready();
    return undo;
  });
  return (
    <dialog ref={dialog} className={looks.dialog}>
      <div className={looks.bar}>
        <p className={looks.position} aria-live="polite" />
        <button className={looks.close}>{labels.close}</button>
      </div>
      <div className={looks.stage}>
        <ul className={looks.row} />
      </div>
      <div className={looks.caption} aria-live="polite" />
      <div className={looks.steps}>
        <button className={looks.step} value="-1">
          {labels.previous}
        </button>
        <button className={looks.step} value="1">
          {labels.next}
        </button>
      </div>
    </dialog>
  );
}
