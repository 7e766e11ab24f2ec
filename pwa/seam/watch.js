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

/** Creates the record of what this tab knows about a session, the members' or the desk's. */
const newSession = () => ({
  replacement: /** @type {object | null} */ (null), // the initial state of the session's next page
  isSignedInElsewhere: false, // whether another tab signed in while this tab was signed out
  returnsSeen: 0, // the value of `returns` when a page was last mounted
});

/** @type {Record<string, ReturnType<typeof newSession>>} */
const sessions = {}; // keyed by `signal`
let returns = 0; // the number of times that the browser has restored the document from the back/forward cache
const tabs = /** @type {ReturnType<typeof channel>} */ (typeof window !== "undefined" && channel());

/** @param {string} signal */
const sessionOf = (signal) => (sessions[signal] ||= newSession());

if (tabs) {
  tabs.addEventListener("message", ({ data }) => {
    const isSignedIn = data.startsWith(NOT);
    const session = sessionOf(isSignedIn ? data.slice(NOT.length) : data);
    session.isSignedInElsewhere = isSignedIn;
    if (!isSignedIn) session.replacement = SIGNED_OUT;
    else if (session.replacement) session.replacement = UNKNOWN; // another person may have signed in
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
  const isHidden = useRef(false); // whether this component has removed the private content
  const isOutdated = useRef(false); // whether `access` comes from a state that this component has just replaced
  const session = sessionOf(signal);
  const signedIn = NOT + signal;

  const hideContent = () => {
    isHidden.current = true;
    dispatch(SIGNED_OUT);
  };

  const removePreviousContent = () => {
    if (path && path !== location.pathname) dispatch({ view: rest }); // does not wait for the server
  };

  const replaceOutdatedState = () => {
    const replacement = session.replacement || (returns > session.returnsSeen && UNKNOWN);
    if (replacement) dispatch(replacement);
    isOutdated.current = !!replacement;
    session.replacement = null;
    session.returnsSeen = returns;
  };

  const listen = () => {
    /** @param {MessageEvent} event */
    const onMessage = ({ data }) => {
      if (data === signal) hideContent();
      else if (data === signedIn && access === "in") session.isSignedInElsewhere = false;
      else if (data === signedIn && access === "out") location.reload(); // reconnects with the new cookies
    };
    // Removes private content before the page enters the back/forward cache.
    /** @param {PageTransitionEvent} event */
    const onHide = ({ persisted }) => persisted && flushSync(hideContent);
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
  };

  const compareWithTabs = () => {
    if (isHidden.current) return;
    if (access === "in" && !isOutdated.current) {
      session.isSignedInElsewhere = false;
      tabs.postMessage(signedIn);
    } else if (access === "out" && session.isSignedInElsewhere) location.reload();
    isOutdated.current = false;
  };

  const removeLateContent = () => {
    if (isHidden.current && access !== "out") hideContent(); // a late response from the server has restored the content
  };

  // These run before the browser shows the page, in this order, so that `session.replacement` takes precedence.
  useLayoutEffect(removePreviousContent, [asPath, path]);
  useLayoutEffect(replaceOutdatedState, []);
  // These run afterwards. On the first run, they still have the `access` of the replaced state.
  useEffect(listen, [access]);
  useEffect(compareWithTabs, [access]);
  useEffect(removeLateContent);

  return null;
}
