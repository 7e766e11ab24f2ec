/**
 * Whether an error means that a browser extension or page translator has moved React's elements.
 *
 * @param {Partial<Error> | null | undefined} error
 */
export const isMoved = (error) =>
  /NotFoundError|HierarchyRequestError|removeChild|insertBefore/.test(`${error?.name} ${error?.message}`);
