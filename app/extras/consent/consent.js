// The footer button that shows the consent question again.
import { useState } from "react";
import { useExtra, withBoundary } from "$/app/guard/react.js";

/** @type {() => void} */
let ask; // undefined until `ask.js` is loaded
/** @type {Set<(offered: boolean) => void>} */
const controls = new Set();

/**
 * Shows the footer button. A click calls `question`.
 *
 * @param {() => void} question
 */
export function offer(question) {
  ask = question;
  for (const show of controls) show(true);
}

/** @typedef {{ label: string, className: string }} Props */

export const Consent = withBoundary("consent", Control);

/** @param {Props} props */
function Control({ label, className }) {
  const [offered, setOffered] = useState(false);
  const { on, guard } = useExtra("consent", () => {
    setOffered(Boolean(ask));
    controls.add(setOffered);
    return () => controls.delete(setOffered);
  });
  return (
    on &&
    offered && (
      <button className={className} onClick={guard(() => ask())}>
        {label}
      </button>
    )
  );
}
