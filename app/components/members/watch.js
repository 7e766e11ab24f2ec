// Keeps what is for members off the page as soon as somebody has signed out, in whichever tab, and says when there is no
// way to the server.
import { useContext, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { DispatchContext, EventLoopContext } from "$/utils/context";
import { channel, OUT } from "./channel";

const SIGNED_OUT = { view: { access: "out" } };

export function Watch({ state, access, looks, lost }) {
  const dispatch = useContext(DispatchContext)[state];
  const [, errors] = useContext(EventLoopContext);
  const left = useRef(false);

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  useEffect(() => {
    const tabs = channel();
    tabs.onmessage = ({ data }) => data === OUT && leave();
    // What the browser puts by for the Back button has nothing of it either, and is loaded anew when it comes back.
    const hidden = ({ persisted }) => persisted && flushSync(leave);
    const shown = ({ persisted }) => persisted && location.reload();
    addEventListener("pagehide", hidden);
    addEventListener("pageshow", shown);
    return () => {
      tabs.close();
      removeEventListener("pagehide", hidden);
      removeEventListener("pageshow", shown);
    };
  }, []);

  // An answer was on its way when somebody signed out.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return <p role="status" className={looks}>{errors.length > 0 && lost}</p>;
}
