// Replaces Next's own copy of "next/script", because no page uses it.
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
