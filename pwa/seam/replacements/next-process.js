// Stands in for "compiled/process/browser.js" inside Next: of Node's process it asks in browsers for nothing but the
// environment, which is empty.
export const env = {};
