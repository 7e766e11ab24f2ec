/** Whether the visitor has zoomed in with two fingers. */
export const isZoomed = () => /** @type {VisualViewport} */ (window.visualViewport)?.scale > 1;

/** @param {HTMLElement} element */
export const markZoom = (element) => element.toggleAttribute("data-zoomed", isZoomed());
