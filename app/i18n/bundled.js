// Replaces dynamic.js on sites whose labels are not loaded separately.

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
