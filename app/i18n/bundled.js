// Labels as they are in the page (see client.py).

/**
 * The labels of the component `name`.
 *
 * @param {string} name
 * @param {Record<string, string>} labels those in the page
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;
