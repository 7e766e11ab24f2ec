// The footer's way back to the question about analytics; nothing where there is none to ask.
import { useEffect, useState } from "react";

let ask; // asks the question, once there is one
const controls = new Set();

/** From now on the question can be asked. */
export function offer(question) {
  ask = question;
  for (const show of controls) show(true);
}

export function Consent({ label, className }) {
  const [offered, setOffered] = useState(false);
  useEffect(() => {
    setOffered(Boolean(ask));
    controls.add(setOffered);
    return () => controls.delete(setOffered);
  }, []);
  return offered && <button className={className} onClick={() => ask()}>{label}</button>;
}
