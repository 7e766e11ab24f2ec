// A link within the site. It is a plain one until the page is hydrated; from then on following it loads no document.
import { isPlain } from "$/app/browser/clicks.js";
import { navigate } from "$/app/navigation/navigation.js";
import { hurry, watch } from "$/app/navigation/prefetch.js";

/** @param {{ href?: string } & import("react").ComponentProps<"a">} props attributes of the link */
export function Link({ onClick, ...props }) {
  /** @param {import("react").MouseEvent<HTMLAnchorElement>} event */
  const click = (event) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    if (navigate(props.href)) event.preventDefault();
  };
  return <a {...props} ref={watch} onClick={click} onMouseEnter={hurried} onFocus={hurried} onTouchStart={hurried} />;
}

/** @param {{ currentTarget: HTMLAnchorElement }} event */
const hurried = (event) => hurry(event.currentTarget);
