// A button that requests private content again. The button then disappears, so the focus moves to the page's content.
import { focusContent } from "$/app/browser/focus.js";

/** @param {import("react").ComponentProps<"button">} props */
export function Retry({ onClick, ...props }) {
  /** @param {import("react").MouseEvent<HTMLButtonElement>} event */
  const retry = (event) => {
    focusContent();
    onClick?.(event);
  };
  return <button type="button" {...props} onClick={retry} />;
}
