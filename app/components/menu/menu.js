// A `<details>` element that closes when a link in it is clicked, Escape is pressed or the focus leaves it.

/** @param {HTMLDetailsElement} menu */
function closeAndFocus(menu) {
  menu.open = false;
  menu.querySelector("summary")?.focus({ preventScroll: true });
}

/** @param {import("react").MouseEvent<HTMLDetailsElement>} event */
function onClick({ target, currentTarget, defaultPrevented }) {
  // The menu stays open if the link opens a new tab or loads a new document.
  if (defaultPrevented && /** @type {Element} */ (target).closest("a")) closeAndFocus(currentTarget);
}

/** @param {import("react").KeyboardEvent<HTMLDetailsElement>} event */
function onKeyDown({ key, currentTarget }) {
  if (key === "Escape" && currentTarget.open) closeAndFocus(currentTarget);
}

/** @param {import("react").FocusEvent<HTMLDetailsElement>} event */
function onBlur({ relatedTarget, currentTarget }) {
  if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.open = false;
}

/** @param {import("react").ComponentProps<"details">} props */
export function Menu(props) {
  return <details {...props} onClick={onClick} onKeyDown={onKeyDown} onBlur={onBlur} />;
}
