// Replaces a Next module that only the app router needs.
export const isNextRouterError = () => false;
