/**
 * Whether an error means that a translator or browser extension has moved or removed React's elements.
 *
 * @param {Partial<Error> | null | undefined} error
 */
export const isMoved = (error) =>
  /NotFoundError|HierarchyRequestError|removeChild|insertBefore/.test(`${error?.name} ${error?.message}`);
