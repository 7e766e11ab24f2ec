// A link within the site. After hydration, a click changes the page without loading a new document.
import { isPlain } from "$/app/browser/clicks.js";
import { navigate } from "$/app/navigation/navigation.js";
import { approach, leave, prepare, prioritize, watch } from "$/app/navigation/prefetch.js";

/** @param {{ href?: string } & import("react").ComponentProps<"a">} props */
export function Link({ onClick, ...props }) {
  /** @param {import("react").MouseEvent<HTMLAnchorElement>} event */
  const click = (event) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    if (navigate(props.href)) event.preventDefault();
  };
  return (
    <a
      {...props}
      ref={watch}
      onClick={click}
      onMouseEnter={on(approach)}
      onMouseLeave={leave}
      onPointerDown={on(prepare)}
      onFocus={on(prioritize)}
    />
  );
}

/**
 * @param {(link: HTMLAnchorElement) => unknown} task
 * @returns {(event: { currentTarget: HTMLAnchorElement }) => unknown}
 */
const on = (task) => (event) => task(event.currentTarget);
