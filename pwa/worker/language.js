// The language that the visitor has last used, as pages tell it: a worker reads no cookies.
const NAME = "visitor";
const PATH = "/language";

export const remember = async (code) => (await caches.open(NAME)).put(PATH, new Response(code));

/** The language's code, or undefined. */
export const language = async () => (await caches.match(PATH, { cacheName: NAME }))?.text();
