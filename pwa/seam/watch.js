// Takes members' content off the page as soon as somebody has signed out, in whichever tab, and says when the server
// cannot be reached.
import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { channel, OUT } from "$/app/components/members/channel.js";
import { DispatchContext, EventLoopContext } from "$/utils/context";

const SIGNED_OUT = { view: { access: "out" } };
const UNKNOWN = { view: null };

// React's state keeps what members' pages showed while the visitor is on public ones, where nobody can dispatch to it.
/** @type {object | null} */
let replacement = null; // the state to show in place of one that is out of date
// Effects, which run in a browser only, need not ask whether it is there.
const tabs = /** @type {ReturnType<typeof channel>} */ (typeof window !== "undefined" && channel());

if (tabs) {
  tabs.addEventListener("message", ({ data }) => {
    if (data === OUT) replacement = SIGNED_OUT;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) replacement ||= UNKNOWN;
  });
}

/**
 * @param {object} props
 * @param {string} props.state the name of Reflex's state
 * @param {string} props.access who the visitor is to the server, "out" when signed out
 * @param {string} props.looks class names
 * @param {string} props.lost the text while the server cannot be reached
 */
export function Watch({ state, access, looks, lost }) {
  const dispatch = useContext(DispatchContext)[state];
  const [, errors] = useContext(EventLoopContext);
  const left = useRef(false);

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  // Before anything is drawn. What the server says from now on is true again.
  useLayoutEffect(() => {
    if (replacement) dispatch(replacement);
    replacement = null;
  }, []);

  useEffect(() => {
    /** @param {MessageEvent} event */
    const heard = ({ data }) => data === OUT && leave();
    // The copy of the page that the browser keeps for the Back button must not show it, and is reloaded when it is
    // shown.
    /** @param {PageTransitionEvent} event */
    const hidden = ({ persisted }) => persisted && flushSync(leave);
    /** @param {PageTransitionEvent} event */
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

  // An answer that was on its way when somebody signed out must not bring it back.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return (
    <p role="status" className={looks}>
      {errors.length > 0 && lost}
    </p>
  );
}
