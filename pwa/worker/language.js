// The language that the visitor used last, as pages tell it: a worker cannot read cookies.
const NAME = "visitor";
const PATH = "/language";

/**
 * Keeps the language's code.
 *
 * @param {string} code
 */
export const remember = async (code) => (await caches.open(NAME)).put(PATH, new Response(code));

/** The code that was kept, or undefined. */
export const language = async () => (await caches.match(PATH, { cacheName: NAME }))?.text();
