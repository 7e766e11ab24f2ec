// A notice: a text, perhaps a button, and a button that closes it. The region is on the page before the text, so that
// screen readers read the text out.
import { local } from "$/app/browser/storage.js";

/**
 * @param {object} props
 * @param {Record<string, string>} props.looks class names
 * @param {string} [props.text] nothing is shown without one
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

/** What the visitor has answered or closed, by name; kept by the browser, or for as long as the document lives. */
export const memory = {
  /** @param {string} name */
  get: (name) => local.getItem(keyOf(name)),
  /**
   * @param {string} name
   * @param {string | null} value null forgets it
   */
  set(name, value) {
    if (value) local.setItem(keyOf(name), value);
    else local.removeItem(keyOf(name));
  },
  /**
   * Calls `told` with the value whenever another tab changes it, until the extra ends.
   *
   * @param {import("$/app/guard/extra.js").Extra} self
   * @param {string} name
   * @param {(value: string | null) => void} told
   */
  follow(self, name, told) {
    // Without a key, the whole storage was cleared.
    self.listen(window, "storage", ({ key }) => (key === keyOf(name) || key === null) && told(memory.get(name)));
  },
};
