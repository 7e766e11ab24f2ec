// Replaces dynamic.js if labels are part of the build.

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
