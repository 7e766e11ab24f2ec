// Provides components with the labels that the page's code contains. If `I18N_MESSAGES` is `dynamic`, the build uses
// dynamic.js instead.

/** @type {(name: string, labels: Record<string, string>) => Record<string, string>} */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
