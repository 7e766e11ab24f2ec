// Replaces Next's "compiled/process/browser.js", because in browsers, Next only reads the environment.
export const env = {};
