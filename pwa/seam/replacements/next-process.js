// Replaces Next's "compiled/process/browser.js": in browsers, Next only reads the environment.
export const env = {};
