// A notice: a text, perhaps a button, and a way to be rid of it. The region is there before the text, so that it is read out.
export function Notice({ looks, text, action, onAction, close, onClose }) {
  return (
    <div className={looks.region} role="status">
      {text && (
        <div className={looks.box}>
          <span className={looks.text}>{text}</span>
          {action && <button className={looks.action} onClick={onAction}>{action}</button>}
          <button className={looks.close} onClick={onClose} aria-label={close}>×</button>
        </div>
      )}
    </div>
  );
}

const keyOf = (name) => `notice:${name}`;

/** What the visitor has put aside; a browser that keeps nothing forgets it. */
export const memory = {
  get(name) {
    try {
      return localStorage.getItem(keyOf(name));
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value) localStorage.setItem(keyOf(name), value);
      else localStorage.removeItem(keyOf(name));
    } catch {
      // full, or forbidden
    }
  },
  /** Calls `told` with what another tab has made of it. */
  follow(name, told) {
    // Without a key: everything is gone.
    addEventListener("storage", ({ key }) => (key === keyOf(name) || key === null) && told(memory.get(name)));
  },
};
