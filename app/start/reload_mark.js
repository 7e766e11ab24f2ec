export const RELOAD_WINDOW_MS = 10_000; // the minimum time between two automatic reloads of the same path

/** @param {string} path */
export const markOf = (path) => `load:${path}`;
