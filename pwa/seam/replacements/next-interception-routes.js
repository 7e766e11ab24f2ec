// Replaces Next's "shared/lib/router/utils/interception-routes.js", because only Next's app router has such routes.
/** @type {string[]} */
export const INTERCEPTION_ROUTE_MARKERS = [];
export const isInterceptionRouteAppPath = () => false;
