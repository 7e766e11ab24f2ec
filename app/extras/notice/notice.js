// A notice: a text, perhaps a button, and a way to be rid of it. The region is there before the text, so that it is read out.
import { local } from "$/app/browser/storage.js";

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

const keyOf = (name) => `notice:${name}`;

/** What the visitor has put aside; a browser that keeps nothing forgets it with the document. */
export const memory = {
  get: (name) => local.getItem(keyOf(name)),
  set(name, value) {
    if (value) local.setItem(keyOf(name), value);
    else local.removeItem(keyOf(name));
  },
  /** Calls `told` with what another tab has made of it, as long as the extra `self` is there. */
  follow(self, name, told) {
    // Without a key: everything is gone.
    self.listen(window, "storage", ({ key }) => (key === keyOf(name) || key === null) && told(memory.get(name)));
  },
};
