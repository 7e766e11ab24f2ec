// Removes private content when the visitor signs in or out in any tab. After a navigation, removes the previous page's
// content.
import { useRouter } from "next/router";
import { useContext, useEffect, useLayoutEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { channel, OUT } from "$/app/components/members/channel.js";
import { DispatchContext } from "$/utils/context";

const SIGNED_OUT = { view: { access: "out" } };
const UNKNOWN = { view: null };
const NOT = "not ";

/** @type {Record<string, object>} */
const replacements = {}; // the state that the next private page gets, keyed by `signal`
/** @type {Record<string, boolean>} */
const signedInElsewhere = {}; // whether another tab signed in while this tab was signed out, keyed by `signal`
let returns = 0; // the number of times that the browser has restored the document from the back/forward cache
/** @type {Record<string, number>} */
const returnsSeen = {}; // the value of `returns` at the last mount, keyed by `signal`
const tabs = /** @type {ReturnType<typeof channel>} */ (typeof window !== "undefined" && channel());

if (tabs) {
  tabs.addEventListener("message", ({ data }) => {
    const isSignedIn = data.startsWith(NOT);
    const signal = isSignedIn ? data.slice(NOT.length) : data;
    signedInElsewhere[signal] = isSignedIn;
    if (!isSignedIn) replacements[signal] = SIGNED_OUT;
    else if (replacements[signal]) replacements[signal] = UNKNOWN; // another person may have signed in
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) returns++;
  });
}

/**
 * @param {object} props
 * @param {string} props.state the Reflex state's name
 * @param {string} props.access "out" if the visitor is signed out
 * @param {string} [props.path] the path of the content
 * @param {object} [props.rest] the view without the content
 * @param {string} [props.signal] the message that a tab sends after signing out
 */
export function Watch({ state, access, path, rest, signal = OUT }) {
  const dispatch = useContext(DispatchContext)[state];
  const { asPath } = useRouter();
  const left = useRef(false);
  const isOutdated = useRef(false);
  const signedIn = NOT + signal;

  const leave = () => {
    left.current = true;
    dispatch(SIGNED_OUT);
  };

  // After a navigation, removes the previous page's content without waiting for the server. Runs before the next
  // effect, so that the state in `replacements` takes precedence.
  useLayoutEffect(() => {
    if (path && path !== location.pathname) dispatch({ view: rest });
  }, [asPath, path]);

  // Replaces outdated state before the browser shows the page.
  useLayoutEffect(() => {
    const replacement = replacements[signal] || (returns > (returnsSeen[signal] || 0) && UNKNOWN);
    if (replacement) dispatch(replacement);
    isOutdated.current = !!replacement; // the effects below still see the old state
    delete replacements[signal];
    returnsSeen[signal] = returns;
  }, []);

  useEffect(() => {
    /** @param {MessageEvent} event */
    const onMessage = ({ data }) => {
      if (data === signal) leave();
      else if (data === signedIn && access === "in") delete signedInElsewhere[signal];
      else if (data === signedIn && access === "out") location.reload(); // reconnects with the new cookies
    };
    // Removes private content before the page enters the back/forward cache.
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
  }, [access]);

  useEffect(() => {
    if (left.current) return;
    if (access === "in" && !isOutdated.current) {
      delete signedInElsewhere[signal];
      tabs.postMessage(signedIn);
    } else if (access === "out" && signedInElsewhere[signal]) location.reload();
    isOutdated.current = false;
  }, [access]);

  // Removes private content that a late response from the server has restored.
  useEffect(() => {
    if (left.current && access !== "out") leave();
  });

  return null;
}
