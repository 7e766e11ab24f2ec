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

/** What the visitor has put aside; a browser that keeps nothing forgets it. */
export const memory = {
  get(name) {
    try {
      return localStorage.getItem(`notice:${name}`);
    } catch {
      return null;
    }
  },
  set(name, value) {
    try {
      if (value) localStorage.setItem(`notice:${name}`, value);
      else localStorage.removeItem(`notice:${name}`);
    } catch {
      // full, or forbidden
    }
  },
};
