// A link within the site. It is a plain one until the page is hydrated; then following it loads no document.
import { isPlain } from "$/app/browser/clicks.js";
import { navigate } from "$/app/navigation/navigation.js";
import { hurry, watch } from "$/app/navigation/prefetch.js";

export function Link({ onClick, ...props }) {
  const click = (event) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    if (navigate(props.href)) event.preventDefault();
  };
  return <a {...props} ref={watch} onClick={click} onMouseEnter={hurried} onFocus={hurried} onTouchStart={hurried} />;
}

const hurried = (event) => hurry(event.currentTarget);
