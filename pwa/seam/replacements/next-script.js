// Replaces "next/script" inside Next: no page uses it.
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
