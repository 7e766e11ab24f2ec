// Sends an inquiry. Without a network the service worker keeps it and sends it later (pwa/worker/inquiries.js); where
// there is no worker, it waits as long as the page is open.

/**
 * @typedef {object} Outcome what has become of an inquiry
 * @property {"sent" | "refused" | "waiting" | "waitingHere"} state
 * @property {string} [id] of an inquiry that the worker has sent
 * @property {string} [reference] of one that was sent
 * @property {string} [reason] of one that was refused
 * @property {Record<string, string>} [problems] by field; of `id` if the server knows it with other contents
 */

/**
 * Sends a form.
 *
 * @param {string} url
 * @param {FormData} body
 * @returns {Promise<Outcome>}
 */
export async function send(url, body) {
  let response;
  try {
    response = await fetch(url, { method: "POST", body, headers: { Accept: "application/json" } });
  } catch {
    return { state: "waitingHere" };
  }
  return outcome(response);
}

/** @param {Response} response */
async function outcome(response) {
  try {
    const { state, reference, reason, problems } = await response.json();
    return { state: state || "refused", reference, reason, problems };
  } catch {
    return /** @type {Outcome} */ ({ state: "refused" }); // a proxy's page, or one of the server's errors
  }
}

/**
 * Calls `told` with what has become of an inquiry that the worker keeps, now if it waits, and when it was sent.
 *
 * @param {import("$/app/guard/extra.js").Extra} self
 * @param {(outcome: Outcome) => unknown} told
 */
export function follow(self, told) {
  const workers = navigator.serviceWorker;
  if (!workers) return;
  const { port1, port2 } = new MessageChannel();
  self.listen(port1, "message", ({ data }) => data && told(data));
  port1.start();
  self.listen(workers, "message", ({ data }) => {
    if (data?.type !== "INQUIRY") return;
    told(data.outcome);
    workers.controller?.postMessage({ type: "INQUIRY_TOLD" });
  });
  workers.startMessages();
  workers.controller?.postMessage({ type: "INQUIRY" }, [port2]);
  self.listen(window, "online", () => workers.controller?.postMessage({ type: "SEND_INQUIRIES" }));
}
