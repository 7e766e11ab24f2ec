// A link within the site. It is a plain one until the page is hydrated; then following it loads no document.
import Router from "next/router";
import { hurry, watch } from "./preload";

export function Link({ onClick, ...props }) {
  const click = (event) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    Router.push(props.href);
  };
  return <a {...props} ref={watch} onClick={click} onMouseEnter={hurried} onFocus={hurried} onTouchStart={hurried} />;
}

/** Whether a click asks for the page here, and not for a new tab, a window or a download. */
export const isPlain = (event) => {
  const link = event.currentTarget;
  return !(event.button || isModified(event) || link.hasAttribute("download")) && (!link.target || link.target === "_self");
};

/** Whether a key is held that gives a click or another key a meaning of the browser's own. */
export const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }) => metaKey || ctrlKey || shiftKey || altKey;

const hurried = (event) => hurry(event.currentTarget);
