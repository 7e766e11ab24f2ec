// The footer's way back to the question about analytics; nothing where there is none to ask.
import { useState } from "react";
import { Extra, useExtra } from "$/app/guard/react.js";

let ask; // asks the question, once there is one
const controls = new Set();

/** From now on the question can be asked. */
export function offer(question) {
  ask = question;
  for (const show of controls) show(true);
}

export function Consent(props) {
  return (
    <Extra name="consent">
      <Control {...props} />
    </Extra>
  );
}

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
