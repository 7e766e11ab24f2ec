// Sends inquiries from a page. Each is stored before it is sent (`queue.js`), so that nothing is lost if the tab, the
// browser or the network ends meanwhile; what waits is sent again while a page of the site is open, and by the service
// worker (pwa/worker/inquiries.js).
import { local } from "$/app/browser/storage.js";
import { extra } from "$/app/guard/extra.js";
import { languageOf } from "$/app/i18n/language.js";
import { newId } from "./draft.js";
import allWords from "./outcome_words.json";
import { show } from "./outcomes.js";
import { contentsOf, poster } from "./post.js";
import { queue } from "./queue.js";
import { announce, lock, others } from "./sharing.js";
import { database, withMemory } from "./store.js";

/**
 * @typedef {import("./queue.js").Contents} Contents
 * @typedef {import("./queue.js").Entry} Entry
 * @typedef {import("./outcomes.js").Item} Item
 *
 * @typedef {object} News what is known of an inquiry
 * @property {string} id
 * @property {"sending" | "waiting" | "waitingHere" | "sent" | "refused" | "expired" | "gone"} state `gone`: another
 *   page has shown the outcome
 * @property {boolean} isOwn whether the form of this document has sent it, and no other one since
 * @property {string} [reference] of one that was sent
 * @property {string} [reason] of one that was refused
 * @property {Record<string, string>} [problems] by field
 * @property {Contents} [contents] of one that was refused or has expired: what was typed, and the files
 *
 * @typedef {object} Form
 * @property {(news: News) => boolean | undefined} told shows the news of an own inquiry; of any other, it may only
 *   clean up. Returns true for a refused or expired one whose contents are in the form: they are not stored any longer.
 * @property {(news: News) => boolean} restore fills the form with contents, unless it has something else in it; returns
 *   whether it has
 */

export const WAITING_KEY = "inquiries"; // in localStorage while something waits, for pages without a form
const SYNC_TAG = "inquiries";
const DELAYS_MS = [5_000, 15_000, 60_000, 5 * 60_000]; // between tries; the last one stays
const REFRESH_MS = 250;

const self = extra("queue");
const store = withMemory(database);
/** @type {Set<() => unknown>} */
const followers = new Set(); // called after each change of the store
const line = queue({
  store,
  post: poster(),
  lock,
  newId,
  changed() {
    announce();
    tellFollowers();
  },
});

function tellFollowers() {
  for (const follower of followers) follower();
}

/** @type {string | undefined} */
let own; // the id of the inquiry that the form of this document has sent last
/** @type {Set<string>} */
const direct = new Set(); // ids whose news `send` resolves to

/**
 * Sends a form. What cannot be sent now is sent later.
 *
 * @param {string} url
 * @param {FormData} body with the inquiry's id
 * @param {() => boolean} isOnPage whether the form is there to show the news; otherwise they are kept for the next one
 * @returns {Promise<News>}
 */
export async function send(url, body, isOnPage) {
  const id = String(body.get("id"));
  const contents = await contentsOf(body).catch(() => {});
  if (!contents) return { id, isOwn: true, state: "refused", problems: { files: words().labels.unreadable } };
  own = id;
  direct.add(id);
  try {
    await line.add({ id, url: new URL(url, location.href).pathname, what: String(body.get("what")) }, contents);
    remember();
    const answer = await line.send(id);
    if (isOnPage() && answer && (answer.state === "sent" || answer.state === "refused")) {
      confirmOncePainted(id);
      return { ...answer, id, isOwn: true };
    }
    const entry = (await store.list()).find((each) => each.id === id);
    direct.delete(id);
    tellFollowers();
    return { id, isOwn: true, state: entry ? stateOf(entry) : "gone" };
  } finally {
    keepTrying();
  }
}

/**
 * Shows what has become of inquiries that were sent earlier, until the form's extra ends.
 *
 * @param {import("$/app/guard/extra.js").Extra} form
 * @param {Form} parts
 */
export function follow(form, { told, restore }) {
  const list = /** @type {HTMLElement} */ (document.getElementById("inquiry-outcomes"));
  /** @type {Map<string, Item>} */
  const outcomes = new Map(); // in this list until the document ends
  /** @type {Map<string, string>} */
  const known = new Map(); // the state of each entry that the form has shown last

  /**
   * Tells the form the news of an entry. Resolves to whether the entry may be removed once that is on the screen.
   *
   * @param {Entry} entry
   */
  const tell = async (entry) => {
    const { id, outcome } = entry;
    const state = stateOf(entry);
    const isOwn = id === own;
    if (known.get(id) === state || direct.has(id)) return false;
    known.set(id, state);
    const typed = isLost(entry) ? (await store.contents(id)) || undefined : undefined;
    const isTaken = told({ ...outcome, id, state, isOwn, contents: typed });
    if (!outcome) return false;
    if (!isOwn || state === "expired" || (typed && !isTaken))
      outcomes.set(id, { entry, contents: isTaken ? undefined : typed });
    return isTaken || !typed;
  };

  /** @param {Item} item */
  const discard = async ({ entry: { id } }) => {
    outcomes.delete(id);
    await line.confirm(id);
    document.getElementById("inquiry-what")?.focus();
  };

  /** @param {Item} item */
  const putBack = (item) => {
    const { entry, contents } = item;
    const isDone = restore({ ...entry.outcome, id: entry.id, state: stateOf(entry), isOwn: false, contents });
    if (isDone) form.guard(() => line.confirm(entry.id))();
    if (isDone) outcomes.delete(entry.id);
    return isDone;
  };

  const refresh = async () => {
    if (document.visibilityState !== "visible") return; // nobody would see it
    const entries = await store.list();
    const done = [];
    for (const entry of entries) if (await tell(entry)) done.push(entry.id);
    const open = entries.filter(({ id, outcome }) => !outcome && id !== own).map((entry) => ({ entry }));
    const items = [...outcomes.values(), ...open].sort((a, b) => a.entry.created - b.entry.created);
    show(form, list, items, words(), { restore: putBack, discard });
    done.forEach(confirmOncePainted);
  };
  const refreshSoon = form.guard(oneAtATime(form, refresh));

  followers.add(refreshSoon);
  form.later(() => followers.delete(refreshSoon));
  form.listen(others, "message", refreshSoon);
  form.listen(document, "visibilitychange", refreshSoon);
  refreshSoon();
  keepTrying(0);
}

/**
 * The same task, run a little later and never twice at once. A try that fails at once is not shown as one.
 *
 * @param {import("$/app/guard/extra.js").Extra} form
 * @param {() => Promise<unknown>} task
 */
function oneAtATime(form, task) {
  let isAsked = false;
  let isRunning = false;
  return async () => {
    isAsked = true;
    if (isRunning) return;
    isRunning = true;
    while (isAsked) {
      await new Promise((resolve) => form.after(REFRESH_MS, () => resolve(null)));
      isAsked = false;
      await task();
    }
    isRunning = false;
  };
}

const words = () => allWords[languageOf(location.pathname)];

/** @param {Entry} entry */
const stateOf = ({ state, isInMemory, outcome }) =>
  outcome?.state || (isInMemory && state === "waiting" ? "waitingHere" : /** @type {"waiting" | "sending"} */ (state));

/** @param {Entry} entry */
const isLost = ({ outcome }) => outcome?.state === "refused" || outcome?.state === "expired";

/**
 * Removes an entry once its outcome is on the screen.
 *
 * @param {string} id
 */
const confirmOncePainted = (id) =>
  requestAnimationFrame(self.guard(() => self.after(0, () => line.confirm(id).catch(() => {}))));

// Has other pages and, where the browser can, the service worker know that something waits.
async function remember() {
  local.setItem(WAITING_KEY, "yes");
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
  } catch {} // refused by the browser: pages send what waits
}

let turn = 0; // of the timer that counts
let tries = 0;
let isListening = false;

/**
 * Sends what waits, now or in a while, and again until nothing is left.
 *
 * @param {number} [delay] in milliseconds
 */
export function keepTrying(delay = DELAYS_MS[Math.min(tries++, DELAYS_MS.length - 1)]) {
  self.run(() => {
    if (!isListening) listen();
    const mine = ++turn;
    self.after(delay, () => mine === turn && attempt());
  });
}

function listen() {
  isListening = true;
  const again = () => {
    tries = 0;
    keepTrying(0);
  };
  self.listen(window, "online", again);
  self.listen(document, "visibilitychange", () => document.visibilityState === "visible" && again());
}

async function attempt() {
  if (await line.drain()) {
    remember();
    keepTrying();
  } else {
    tries = 0;
    local.removeItem(WAITING_KEY);
  }
}
