export const RELOAD_WINDOW_MS = 10_000; // a path is reloaded once in this time

/** @param {string} path */
export const markOf = (path) => `load:${path}`; // the key in session storage
