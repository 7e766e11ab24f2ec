// A notice: a text, an optional button, and a button that closes it. Its region is in the page before the text, so that
// screen readers announce the text.
import { local } from "$/app/browser/storage.js";

/**
 * @param {object} props
 * @param {Record<string, string>} props.looks class names
 * @param {string} [props.text] without it, the region is empty
 * @param {string | false} [props.action] the button's label
 * @param {() => void} [props.onAction]
 * @param {string} props.close the closing button's label
 * @param {() => void} props.onClose
 */
export function Notice({ looks, text, action, onAction, close, onClose }) {
  return (
    <div className={looks.region} role="status">
      {text && (
        <div className={looks.box}>
          <span className={looks.text}>{text}</span>
          {action && (
            <button className={looks.action} onClick={onAction}>
              {action}
            </button>
          )}
          <button className={looks.close} onClick={onClose} aria-label={close}>
            ×
          </button>
        </div>
      )}
    </div>
  );
}

/** @param {string} name */
const keyOf = (name) => `notice:${name}`;

/** Stores what the visitor has answered or closed, by name. */
export const memory = {
  /** @param {string} name */
  get: (name) => local.getItem(keyOf(name)),
  /**
   * @param {string} name
   * @param {string | null} value null deletes it
   */
  set(name, value) {
    if (value) local.setItem(keyOf(name), value);
    else local.removeItem(keyOf(name));
  },
  /**
   * Calls `onChange` whenever another tab changes the value, until the extra ends.
   *
   * @param {import("$/app/guard/extra.js").Extra} self
   * @param {string} name
   * @param {(value: string | null) => void} onChange
   */
  follow(self, name, onChange) {
    // Clearing the whole storage gives a key of null.
    self.listen(window, "storage", ({ key }) => (key === keyOf(name) || key === null) && onChange(memory.get(name)));
  },
};
