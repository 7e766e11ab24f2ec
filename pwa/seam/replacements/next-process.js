// Replaces Next's "compiled/process/browser.js", because Next's browser code uses only `env`.
export const env = {};
