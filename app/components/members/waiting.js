// Stands in for members' content until it arrives. It asks again from time to time, as an answer may be lost with the
// connection, and at once when the network is back.
import { useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

const RETRY_MS = 15_000;

/**
 * @param {{ onAgain: () => void, children: [import("react").ReactNode, import("react").ReactNode] }} props what asks
 *   again, and two texts: while it waits, and without a network
 */
export function Waiting({ onAgain, children: [waiting, offline] }) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(isOnline());
    const again = () => isOnline() && onAgain();
    look();
    addEventListener("offline", look);
    addEventListener("online", look);
    addEventListener("online", again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      removeEventListener("offline", look);
      removeEventListener("online", look);
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, []);
  return online ? waiting : offline;
}
