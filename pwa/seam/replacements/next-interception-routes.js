// Replaces a module of Next that only its app router needs.
/** @type {string[]} */
export const INTERCEPTION_ROUTE_MARKERS = [];
export const isInterceptionRouteAppPath = () => false;
