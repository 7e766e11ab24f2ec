// A placeholder for private content. Requests the content again every 15 seconds and when the browser comes back
// online, because responses can be lost.
import { useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

const RETRY_MS = 15_000;

/**
 * @param {{ onAgain: () => void, children: [import("react").ReactNode, import("react").ReactNode] }} props the first
 *   child is shown if the browser is online, the second if it is offline
 */
export function Waiting({ onAgain, children: [waiting, offline] }) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const update = () => setOnline(isOnline());
    const retry = () => {
      update();
      if (isOnline()) onAgain();
    };
    update();
    addEventListener("offline", update);
    addEventListener("online", retry);
    const timer = setInterval(retry, RETRY_MS);
    return () => {
      removeEventListener("offline", update);
      removeEventListener("online", retry);
      clearInterval(timer);
    };
  }, []);
  return online ? waiting : offline;
}
