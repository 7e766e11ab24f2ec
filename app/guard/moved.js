/**
 * Whether an error means that React misses an element, as a translator or extension has changed the document.
 *
 * @param {Partial<Error> | null | undefined} error
 */
export const isMoved = (error) =>
  /NotFoundError|HierarchyRequestError|removeChild|insertBefore/.test(`${error?.name} ${error?.message}`);
