// Stands in for "client/components/is-next-router-error.js" inside Next: only its app router throws such errors.
export const isNextRouterError = () => false;
