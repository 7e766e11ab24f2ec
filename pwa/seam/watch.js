// Removes private content from the page when the visitor signs out in any tab.
import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { channel, OUT } from "$/app/components/members/channel.js";
import { DispatchContext } from "$/utils/context";

const SIGNED_OUT = { view: { access: "out" } };
const UNKNOWN = { view: null };

/** @type {Record<string, object>} */
const replacements = {}; // by message: the state to set on the next private page, because public pages cannot set it
let returns = 0; // how often the document came back from the back/forward cache
/** @type {Record<string, number>} */
const returnsSeen = {}; // by message: the value of `returns` when a private page last checked it
const tabs = /** @type {ReturnType<typeof channel>} */ (typeof window !== "undefined" && channel());

if (tabs) {
  tabs.addEventListener("message", ({ data }) => {
    replacements[data] = SIGNED_OUT;
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) returns++;
  });
}

/**
 * @param {object} props
 * @param {string} props.state the name of the Reflex state
 * @param {string} props.access "out" when signed out
 * @param {string} [props.signal] the message that other tabs send when they sign out
 */
export function Watch({ state, access, signal = OUT }) {
  const dispatch = useContext(DispatchContext)[state];
  const left = useRef(false);

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  // Replaces outdated state before the page is visible.
  useLayoutEffect(() => {
    const replacement = replacements[signal] || (returns > (returnsSeen[signal] || 0) && UNKNOWN);
    if (replacement) dispatch(replacement);
    delete replacements[signal];
    returnsSeen[signal] = returns;
  }, []);

  useEffect(() => {
    /** @param {MessageEvent} event */
    const onMessage = ({ data }) => data === signal && leave();
    // Removes private content before the page goes into the back/forward cache.
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

  // A late response from the server may have restored private content.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return null;
}
