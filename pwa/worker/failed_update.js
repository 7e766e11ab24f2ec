// Records that a newer version could not be installed, for example because the disk is full. The service worker then
// fetches pages from the server, because the cached pages might never be updated.
const NAME = "visitor";
// The entry that is deleted to record a failure. Adding an entry could fail, because the disk may be full.
const PATH = "/updatable";

/** Forgets earlier failures. */
export const expectUpdates = async () => (await caches.open(NAME)).put(PATH, new Response()).catch(() => {});

export const recordFailure = async () => (await caches.open(NAME)).delete(PATH);

export const hasUpdateFailed = async () => !(await caches.match(PATH, { cacheName: NAME }).catch(() => null));
