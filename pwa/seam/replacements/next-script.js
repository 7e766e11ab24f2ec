// Stands in for "next/script" inside Next, which starts it with the scripts that a page has asked for: there are none.
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
