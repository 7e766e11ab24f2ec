// Inquiries without a network: kept in this browser, and sent when the network is back, also after the page was closed.
// Where the browser has no Background Sync, they go out when this worker next starts, or a page says that it is online.
import { Queue } from "workbox-background-sync/Queue.js";

const PATH = /^(\/\w+)?\/inquiries$/;
const MAX_MINUTES = 7 * 24 * 60; // that an inquiry waits; after that it is no longer wanted
const NAME = "visitor";
const OUTCOME = "/inquiry-outcome"; // of what was sent, until a page has told it
const BUSY = 429;

/** @typedef {import("workbox-background-sync/Queue.js").Queue} Waiting */

/** @type {Set<Promise<unknown>>} */
const sendings = new Set(); // what is under way

/** Whether an inquiry is being sent. */
export const isSending = () => sendings.size > 0;

/**
 * @template Result
 * @param {Promise<Result>} sending
 */
async function followed(sending) {
  sendings.add(sending);
  try {
    return await sending;
  } finally {
    sendings.delete(sending);
  }
}

/** @param {{ queue: Waiting }} event */
const replay = (event) => followed(sendEach(event));

/** @param {{ queue: Waiting }} event */
const sendEach = async ({ queue }) => {
  for (let entry = await queue.shiftRequest(); entry; entry = await queue.shiftRequest()) {
    let response;
    try {
      response = await fetch(entry.request.clone());
      if (response.status >= 500 || response.status === BUSY) throw new Error(`${response.status}`);
    } catch (error) {
      await queue.unshiftRequest(entry);
      throw error; // the browser tries again later
    }
    await tell(await outcome(response));
  }
};

const waiting = new Queue("inquiries", { maxRetentionTime: MAX_MINUTES, onSync: replay });

/**
 * Whether a request is a form that a script sends. What a browser posts by itself goes to the server.
 *
 * @param {Request} request
 * @param {URL} url
 */
export const isInquiry = ({ method, mode, headers }, { origin, pathname }) =>
  method === "POST" &&
  mode !== "navigate" &&
  origin === location.origin &&
  PATH.test(pathname) &&
  headers.get("accept") === "application/json";

/**
 * Sends an inquiry, or keeps it.
 *
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
export async function inquiry({ request }) {
  const copy = request.clone();
  try {
    return await followed(fetch(request));
  } catch {
    await forget();
    await waiting.pushRequest({ request: copy });
    return Response.json({ state: "waiting" }, { status: 202 });
  }
}

/** Sends what waits, if it can be sent. */
export const sendWaiting = () => replay({ queue: waiting }).catch(() => {});

/** What has become of the inquiry that was sent last, until a page has told it. Null if there is nothing to tell. */
export async function news() {
  if (await waiting.size()) {
    sendWaiting();
    return { state: "waiting" };
  }
  const cache = await caches.open(NAME);
  const known = await (await cache.match(OUTCOME))?.json();
  await forget();
  return known || null;
}

/** Forgets what a page has told. */
export const forget = async () => (await caches.open(NAME)).delete(OUTCOME);

/** @param {Response} response */
const outcome = async (response) => {
  try {
    return await response.json();
  } catch {
    return { state: "refused" };
  }
};

/**
 * Keeps it, too: a page that is open may not listen yet.
 *
 * @param {object} known
 */
async function tell(known) {
  await (await caches.open(NAME)).put(OUTCOME, Response.json(known));
  const pages = await self.clients.matchAll({ type: "window" });
  for (const page of pages.filter(({ url }) => /\/inquiry$/.test(new URL(url).pathname)))
    page.postMessage({ type: "INQUIRY", outcome: known });
}
