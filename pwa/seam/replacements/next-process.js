// Replaces Next's polyfill of Node's `process`. Browsers need only the export `env`.
export const env = {};
