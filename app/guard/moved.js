/**
 * Whether somebody else has changed the document, so that React does not find an element where it was.
 *
 * @param {Partial<Error> | null | undefined} error
 */
export const isMoved = (error) =>
  /NotFoundError|HierarchyRequestError|removeChild|insertBefore/.test(`${error?.name} ${error?.message}`);
