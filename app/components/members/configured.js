// The first of two parts where people can sign in, the second where that is not set up. Pages are the same on every
// server: what is true of this one, it says itself.
import { Children, useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const read = async () => {
      const settings = await (await fetch("/config.json")).json();
      if (settings.patreon === false) setIndex(1);
    };
    if (isOnline()) read().catch(() => {}); // without an answer it stays as it is
  }, []);
  return <div data-configured={!index}>{Children.toArray(children)[index]}</div>;
}
