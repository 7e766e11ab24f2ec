// A placeholder for members' content. It asks again, as a lost connection may lose the answer.
import { useEffect, useState } from "react";
import { isOnline } from "$/app/browser/network.js";

const RETRY_MS = 15_000;

/** @param {{ onAgain: () => void, children: [import("react").ReactNode, import("react").ReactNode] }} props */
export function Waiting({ onAgain, children: [waiting, offline] }) {
  const [online, setOnline] = useState(true);
  useEffect(() => {
    const update = () => setOnline(isOnline());
    const again = () => isOnline() && onAgain();
    update();
    addEventListener("offline", update);
    addEventListener("online", update);
    addEventListener("online", again);
    const timer = setInterval(again, RETRY_MS);
    return () => {
      removeEventListener("offline", update);
      removeEventListener("online", update);
      removeEventListener("online", again);
      clearInterval(timer);
    };
  }, []);
  return online ? waiting : offline;
}
