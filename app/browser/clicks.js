// What a click or a key asks for.

/** Whether a click asks for the page here, and not for a new tab, a window or a download. */
export const isPlain = (event) => {
  const link = event.currentTarget;
  return (
    !(event.button || isModified(event) || link.hasAttribute("download")) && (!link.target || link.target === "_self")
  );
};

/** Whether a key is held that gives a click or another key a meaning of the browser's own. */
export const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }) => metaKey || ctrlKey || shiftKey || altKey;
