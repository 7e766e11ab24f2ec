export const RELOAD_WINDOW_MS = 10_000; // a path is reloaded only once in this time

/** @param {string} path */
export const markOf = (path) => `load:${path}`; // key in the session storage
