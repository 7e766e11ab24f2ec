// Provides the labels in the page's code. With `I18N_MESSAGES=dynamic`, dynamic.js replaces this module.

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
