// Labels as bundled with the page (see client.py).

/**
 * @param {string} name of the component
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;
