// Labels as they are in the page (see client.py).
export const useLabels = (name, labels) => labels;
