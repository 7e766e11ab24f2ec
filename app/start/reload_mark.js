export const RELOAD_WINDOW_MS = 10_000; // each path is reloaded at most once in this time

/** @param {string} path */
export const markOf = (path) => `load:${path}`; // the key in session storage
