// Keeps what is for members off the page as soon as somebody has signed out, in whichever tab, and says when there is no
// way to the server.
import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { DispatchContext, EventLoopContext } from "$/utils/context";
import { channel, OUT } from "./channel";

const SIGNED_OUT = { view: { access: "out" } };
const UNKNOWN = { view: null };

// What a page showed is still there when the visitor comes back from a public one, where nothing can be taken off the page.
let instead = null; // what is shown in its place, once it is out of date
const tabs = typeof window !== "undefined" && channel();

if (tabs) {
  tabs.addEventListener("message", ({ data }) => {
    if (data === OUT) instead = SIGNED_OUT;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) instead ||= UNKNOWN;
  });
}

export function Watch({ state, access, looks, lost }) {
  const dispatch = useContext(DispatchContext)[state];
  const [, errors] = useContext(EventLoopContext);
  const left = useRef(false);

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  // Before anything of it is drawn. What the server says from now on is true again.
  useLayoutEffect(() => {
    if (instead) dispatch(instead);
    instead = null;
  }, []);

  useEffect(() => {
    const heard = ({ data }) => data === OUT && leave();
    // What the browser puts by for the Back button has nothing of it either, and is loaded anew when it comes back.
    const hidden = ({ persisted }) => persisted && flushSync(leave);
    const shown = ({ persisted }) => persisted && location.reload();
    tabs.addEventListener("message", heard);
    addEventListener("pagehide", hidden);
    addEventListener("pageshow", shown);
    return () => {
      tabs.removeEventListener("message", heard);
      removeEventListener("pagehide", hidden);
      removeEventListener("pageshow", shown);
    };
  }, []);

  // An answer was on its way when somebody signed out.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return (
    <p role="status" className={looks}>
      {errors.length > 0 && lost}
    </p>
  );
}
