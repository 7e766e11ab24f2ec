/** @typedef {Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">} Modifiers */

/**
 * Returns whether a click opens the link in the current tab. False for new tabs, new windows and downloads.
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
 * Whether a modifier key is held. The site leaves such clicks and key presses to the browser.
 *
 * @param {Modifiers} event
 * @returns {boolean}
 */
export const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }) => metaKey || ctrlKey || shiftKey || altKey;
