// Returns the labels that are bundled with the page (see app/i18n/client.py).

/**
 * @param {string} name
 * @param {Record<string, string>} labels
 * @returns {Record<string, string>}
 */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
