// Replaces a module of Next that only its app router needs.
export const isNextRouterError = () => false;
