// Stands in for "next/script" inside Next, which starts it with the page's scripts: there are none.
export const handleClientScriptLoad = () => {};
export const initScriptLoader = () => {};
