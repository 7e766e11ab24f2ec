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
export const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey, currentTarget: link }) =>
  !(button || metaKey || ctrlKey || shiftKey || altKey || link.hasAttribute("download")) &&
  (!link.target || link.target === "_self");

const hurried = (event) => hurry(event.currentTarget);
