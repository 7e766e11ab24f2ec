// Records that a newer version could not be installed, for example because the disk is full. The service worker then
// fetches pages from the server, because this version might never be replaced.
const NAME = "visitor";
// A failure deletes this entry, because a full disk would reject a new one.
const PATH = "/updatable";

/** Forgets earlier failures. */
export const expectUpdates = async () => (await caches.open(NAME)).put(PATH, new Response()).catch(() => {});

export const recordFailure = async () => (await caches.open(NAME)).delete(PATH);

export const hasUpdateFailed = async () => !(await caches.match(PATH, { cacheName: NAME }).catch(() => null));
