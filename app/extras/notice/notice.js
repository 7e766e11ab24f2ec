// A notice with text, a close button, and optionally another button or a link. The live region exists before the text,
// because screen readers announce only text that is added later.
import { useRef } from "react";
import { rememberFocus, returnFocus } from "$/app/browser/focus.js";
import { local } from "$/app/browser/storage.js";
import { Link } from "$/app/components/link/link.js";
import { useExtra } from "$/app/guard/react.js";

const HEIGHT = "--notice-height";

/**
 * @param {object} props
 * @param {string} props.name the name of the feature that shows the notice
 * @param {Record<string, string>} props.looks
 * @param {string} [props.text] without text, the region is empty
 * @param {string | false} [props.action]
 * @param {() => void} [props.onAction]
 * @param {string | false} [props.href] makes the action a link within the site
 * @param {string} props.close
 * @param {() => void} props.onClose
 */
export function Notice({ name, looks, text, action, onAction, href, close, onClose }) {
  const region = useRef(/** @type {HTMLDivElement | null} */ (null));
  // Uses a layout effect, because the cleanup must run while the element is still on the page.
  const { guard } = useExtra(
    name,
    (self) => (text ? reserveSpace(self, /** @type {HTMLElement} */ (region.current), HEIGHT) : undefined),
    { inputs: [Boolean(text)], layout: true },
  );
  const closeAndReturn = () => {
    returnFocus(region.current);
    onClose();
  };
  return (
    <div className={looks.region} role="status" ref={region} onFocus={guard(rememberFocus)}>
      {text && (
        <div className={looks.box}>
          <span className={looks.text}>{text}</span>
          {action && href && (
            <Link className={looks.action} href={href}>
              {action}
            </Link>
          )}
          {action && !href && (
            <button className={looks.action} onClick={onAction}>
              {action}
            </button>
          )}
          <button className={looks.close} onClick={guard(closeAndReturn)} aria-label={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

/**
 * Sets a CSS variable to an element's height. Returns a function that removes the variable.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {HTMLElement} element
 * @param {string} variable
 */
export function reserveSpace(self, element, variable) {
  const { style } = document.documentElement;
  const size = new ResizeObserver(self.guard(() => style.setProperty(variable, `${element.offsetHeight}px`)));
  size.observe(element);
  return () => {
    size.disconnect();
    style.removeProperty(variable);
  };
}

/** @param {string} name */
const keyOf = (name) => `notice:${name}`;

/** A value for each notice in localStorage, such as the visitor's answer. */
export const answers = {
  /** @param {string} name */
  get: (name) => local.getItem(keyOf(name)),
  /**
   * @param {string} name
   * @param {string | null} value null deletes the stored value
   */
  set(name, value) {
    if (value) local.setItem(keyOf(name), value);
    else local.removeItem(keyOf(name));
  },
  /**
   * Calls `onChange` when another document might have changed the value.
   *
   * @param {import("$/app/guard/extra.js").Extra} self
   * @param {string} name
   * @param {(value: string | null) => void} onChange
   */
  follow(self, name, onChange) {
    const read = () => onChange(answers.get(name));
    // The event's key is null if another tab has deleted all data.
    self.listen(window, "storage", ({ key }) => (key === keyOf(name) || key === null) && read());
    // A document that Back restores gets no event for earlier changes.
    self.listen(window, "pageshow", ({ persisted }) => persisted && read());
  },
};
