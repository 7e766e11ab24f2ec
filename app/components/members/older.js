// A button that requests older posts. When the posts arrive, the focus moves to the first of them.
import { useEffect, useRef, useState } from "react";

const TIMEOUT_MS = 15_000; // after this time, the button works again, because responses can be lost

/**
 * @typedef {object} Own
 * @property {number} shown how many posts the page shows
 * @property {boolean} more whether there are older posts
 * @property {Record<string, string>} looks
 * @property {[import("react").ReactNode, import("react").ReactNode]} children the label, and the text while loading
 *
 * @param {Own & Pick<import("react").ComponentProps<"button">, "onClick">} props
 */
export function Older({ shown, more, looks, onClick, children: [label, loading] }) {
  // The value of `shown` at the click, or null if no request is pending.
  const [before, setBefore] = useState(/** @type {number | null} */ (null));
  const button = useRef(/** @type {HTMLButtonElement | null} */ (null));

  useEffect(() => {
    if (before === null) return undefined;
    if (shown === before) {
      const timer = setTimeout(() => setBefore(null), TIMEOUT_MS);
      return () => clearTimeout(timer);
    }
    setBefore(null);
    if ([document.body, button.current].includes(/** @type {HTMLElement} */ (document.activeElement))) {
      /** @type {HTMLElement | null} */ (document.querySelector(`#posts > :nth-child(${before + 1}) a`))?.focus();
    }
    return undefined;
  }, [shown, before]);

  /** @param {import("react").MouseEvent<HTMLButtonElement>} event */
  const request = (event) => {
    if (before !== null) return;
    setBefore(shown);
    onClick?.(event);
  };
  return (
    more && (
      <div className={looks.root}>
        <button type="button" className={looks.button} onClick={request} aria-disabled={before !== null} ref={button}>
          {label}
        </button>
        <p className={looks.loading} role="status">
          {before !== null && loading}
        </p>
      </div>
    )
  );
}
