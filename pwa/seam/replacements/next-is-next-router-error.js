// Replaces Next's "client/components/is-next-router-error.js": only its app router throws such errors.
export const isNextRouterError = () => false;
