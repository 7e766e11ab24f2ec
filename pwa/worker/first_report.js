const NAME = "visitor";
const PATH = "/told";

let isClaimed = false;

/** Resolves to true once per browser, so that only one page announces that the site works offline. */
export async function claimFirstReport() {
  if (isClaimed) return false;
  isClaimed = true;
  const cache = await caches.open(NAME);
  if (await cache.match(PATH)) return false;
  await cache.put(PATH, new Response()).catch(() => {}); // writing fails if the disk is full
  return true;
}
