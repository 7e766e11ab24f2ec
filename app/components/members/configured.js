// Shows the first of two parts where people can sign in, the second where that is not set up. Pages are the same on
// every server, so the server is asked.
import { Children, useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

/** @param {{ children: import("react").ReactNode }} props the two parts */
export function Configured({ children }) {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    const read = async () => {
      const settings = await (await fetch("/config.json")).json();
      if (settings.patreon === false) setIndex(1);
    };
    if (isOnline()) read().catch(() => {}); // without an answer the page stays as it is
  }, []);
  return <div data-configured={!index}>{Children.toArray(children)[index]}</div>;
}
