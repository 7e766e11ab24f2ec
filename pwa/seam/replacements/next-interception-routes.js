// Replaces a Next module that only the app router needs.
/** @type {string[]} */
export const INTERCEPTION_ROUTE_MARKERS = [];
export const isInterceptionRouteAppPath = () => false;
