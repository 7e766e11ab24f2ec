// Replaces Next's "client/components/is-next-router-error.js", because only Next's app router throws such errors.
export const isNextRouterError = () => false;
