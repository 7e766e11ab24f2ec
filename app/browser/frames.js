/** Resolves when the browser has painted. In a hidden document, resolves when the document is visible again. */
export const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
