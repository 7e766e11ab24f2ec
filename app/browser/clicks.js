/** @typedef {Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">} Modifiers */

/**
 * Whether a click opens the link in the same tab. Returns false for new tabs, new windows and downloads.
 *
 * @param {Modifiers & { button: number, currentTarget: EventTarget & HTMLAnchorElement }} event
 * @returns {boolean}
 */
export const isPlain = (event) => {
  const link = event.currentTarget;
  return (
    !(event.button || isModified(event) || link.hasAttribute("download")) && (!link.target || link.target === "_self")
  );
};

/**
 * Whether a modifier key is pressed. If so, the browser handles the click itself.
 *
 * @param {Modifiers} event
 * @returns {boolean}
 */
export const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }) => metaKey || ctrlKey || shiftKey || altKey;
