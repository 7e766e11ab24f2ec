// Provides the labels that are bundled with the page (see client.py).

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;
