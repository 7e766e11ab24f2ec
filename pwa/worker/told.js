// Pages are told once that the site works without a network, and not by every worker that this browser starts.
const NAME = "visitor";
const PATH = "/told";

let asked = false; // of this worker
let activated = Boolean(self.registration.active); // it, or the version before it: where there is none, it is the first

/** Pages know from now on that this worker is in charge. */
export function activate() {
  activated = true;
}

/** Whether pages may be told: one that has asked before cannot say it yet, and nobody would. */
export const canTell = () => activated;

/** Whether nobody has been told yet; whoever asks is taken to be told. */
export async function isNews() {
  if (asked) return false;
  asked = true;
  const cache = await caches.open(NAME);
  if (await cache.match(PATH)) return false;
  await cache.put(PATH, new Response()).catch(() => {}); // the disk may be full
  return true;
}
