// What a click or a key asks for.

/** @typedef {Pick<MouseEvent, "metaKey" | "ctrlKey" | "shiftKey" | "altKey">} Modifiers */

/**
 * Whether a click on a link asks for the page in this tab, and not for a new tab, a window or a download.
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
 * Whether a key is held that gives a click or another key a meaning of the browser's own.
 *
 * @param {Modifiers} event
 * @returns {boolean}
 */
export const isModified = ({ metaKey, ctrlKey, shiftKey, altKey }) => metaKey || ctrlKey || shiftKey || altKey;
