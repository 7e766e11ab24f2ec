// Pages are told once that the site works without a network, and not by every worker that this browser starts.
const NAME = "visitor";
const PATH = "/told";

let asked = false; // of this worker

/** Whether nobody has been told yet; whoever asks is taken to be told. */
export async function isNews() {
  if (asked) return false;
  asked = true;
  const cache = await caches.open(NAME);
  if (await cache.match(PATH)) return false;
  await cache.put(PATH, new Response()).catch(() => {}); // the disk may be full
  return true;
}
