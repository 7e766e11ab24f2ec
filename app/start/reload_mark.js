export const RELOAD_WINDOW_MS = 10_000; // period in which a path is reloaded at most once

/** @param {string} path */
export const markOf = (path) => `load:${path}`; // key in the session storage
