// Replaces Next's "client/script.js", which only pages with "next/script" would need.
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
