// Replaces Next's "client/script.js", because no page uses "next/script".
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
