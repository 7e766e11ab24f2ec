/** Resolves after the next paint. In a hidden document, resolves when the document is visible again. */
export const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
