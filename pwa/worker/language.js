// Stores the visitor's language. Pages send the language, because a service worker cannot read cookies.
const NAME = "visitor";
const PATH = "/language";

/** @param {string} code */
export const remember = async (code) => (await caches.open(NAME)).put(PATH, new Response(code));

export const language = async () => (await caches.match(PATH, { cacheName: NAME }).catch(() => null))?.text();
