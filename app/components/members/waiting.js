// Stands in for what has been asked for and is not there yet. It asks again, as an answer may be lost with the
// connection, and at once when the network is back.
import { useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

const AGAIN = 15_000; // ms

export function Waiting({ onAgain, children: [waiting, offline] }) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const look = () => setOnline(isOnline());
    const again = () => isOnline() && onAgain();
    look();
    addEventListener("offline", look);
    addEventListener("online", look);
    addEventListener("online", again);
    const timer = setInterval(again, AGAIN);
    return () => {
      removeEventListener("offline", look);
      removeEventListener("online", look);
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, []);
  return online ? waiting : offline;
}
