// Removes members' content from the page when the member signs out in any tab. Reports a lost connection.
import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { channel, OUT } from "$/app/components/members/channel.js";
import { DispatchContext, EventLoopContext } from "$/utils/context";

const SIGNED_OUT = { view: { access: "out" } };
const UNKNOWN = { view: null };

/** @type {object | null} */
let replacement = null; // state to set on the next members' page, because public pages cannot set state
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
 * @param {string} props.state the name of the Reflex state
 * @param {string} props.access the member's access; "out" after sign-out
 * @param {string} props.looks
 * @param {string} props.lost the text to show while the connection is lost
 */
export function Watch({ state, access, looks, lost }) {
  const dispatch = useContext(DispatchContext)[state];
  const [, errors] = useContext(EventLoopContext);
  const left = useRef(false);

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  // Replaces outdated state before the first paint.
  useLayoutEffect(() => {
    if (replacement) dispatch(replacement);
    replacement = null;
  }, []);

  useEffect(() => {
    /** @param {MessageEvent} event */
    const onMessage = ({ data }) => data === OUT && leave();
    // Removes members' content before the page enters the back/forward cache.
    /** @param {PageTransitionEvent} event */
    const onHide = ({ persisted }) => persisted && flushSync(leave);
    /** @param {PageTransitionEvent} event */
    const onShow = ({ persisted }) => persisted && location.reload();
    tabs.addEventListener("message", onMessage);
    addEventListener("pagehide", onHide);
    addEventListener("pageshow", onShow);
    return () => {
      tabs.removeEventListener("message", onMessage);
      removeEventListener("pagehide", onHide);
      removeEventListener("pageshow", onShow);
    };
  }, []);

  // Removes members' content again if a late server response has restored the content.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return (
    <p role="status" className={looks}>
      {errors.length > 0 && lost}
    </p>
  );
}
