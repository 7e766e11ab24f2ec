// Provides labels to components. The labels are part of the page's code. If `I18N_MESSAGES` is `dynamic`, the build
// uses dynamic.js instead.

/** @type {(name: string, labels: Record<string, string>) => Record<string, string>} */
export const useLabels = (name, labels) => labels;

/** @type {(name: string, labels: Record<string, string>) => void} */
export const updateLabels = () => {};
