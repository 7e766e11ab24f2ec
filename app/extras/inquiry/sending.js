// Sends inquiries from a page. Stores each inquiry before sending, so that none is lost. The service worker
// (pwa/worker/inquiries.js) and any open page retry failed inquiries.
import { local } from "$/app/browser/storage.js";
import { extra } from "$/app/guard/extra.js";
import { report } from "$/app/guard/report.js";
import { updateLabels } from "$/app/i18n/client.js";
import { languageOf } from "$/app/i18n/language.js";
import { handover } from "$/app/start/handover.js";
import { hasFiles } from "./chosen_files.js";
import { newId } from "./new_id.js";
import allWords from "./outcome_words.json";
import { showOutcomes, stateOf, updateReason } from "./outcomes.js";
import { contentsOf, poster } from "./post.js";
import { queue } from "./queue.js";
import { announce, lock, others } from "./sharing.js";
import { database, withMemory } from "./store.js";
import { CLOSED_KEY, WAITING_KEY } from "./waiting_key.js";

/**
 * @typedef {import("./queue.js").Contents} Contents
 * @typedef {import("./queue.js").Entry} Entry
 * @typedef {import("./queue.js").Outcome} Outcome
 * @typedef {import("./outcomes.js").Item} Item
 *
 * @typedef {object} Status
 * @property {string} id the ID that the form has given to the inquiry
 * @property {"sending" | "waiting" | "waitingOpen" | "waitingHere" | Outcome["state"] | "gone"} state
 *   `waitingOpen`: sent only while a page of the site is open; `waitingHere`: stored only in this page's memory;
 *   `gone`: another page has shown the outcome
 * @property {boolean} isOwn whether the inquiry is the latest from this document
 * @property {string} [reference]
 * @property {boolean} [isMailed] false if the sender gets no confirmation by email
 * @property {string} [note] the state of a booking
 * @property {string} [order] the path of the order's page
 * @property {string} [reason]
 * @property {Record<string, string>} [problems] messages, keyed by field name
 * @property {number} [crowns] the order's price, if the form showed another one
 * @property {boolean} [hasRemovedOption]
 * @property {Contents} [contents] the contents of an inquiry that is not sent any more
 *
 * @typedef {object} Form
 * @property {(status: Status) => boolean | undefined} onStatus - shows the status; returns true if the form
 *   contains the inquiry
 * @property {(status: Status) => boolean} restore - restores the contents to the form; returns false if the form
 *   contains other input
 */

const SYNC_TAG = "inquiries";
const RETRY_DELAYS_MS = [5_000, 15_000, 60_000, 5 * 60_000]; // the last delay repeats

/** @param {number} failed the number of earlier retries */
const retryDelay = (failed) => RETRY_DELAYS_MS[Math.min(failed, RETRY_DELAYS_MS.length - 1)];
const REFRESH_MS = 250;
const UNSENT = /^(expired|withdrawn)$/; // states that only the list shows

const self = extra("queue");
const store = withMemory(database);
/** @type {Set<(entry: Entry | null) => unknown>} */
const listeners = new Set();
const inquiryQueue = queue({
  store,
  post: poster(),
  lock,
  newId,
  changed,
});
// After a reload, no page would show an outcome again.
const showsOutcome = () => /sent|refused/.test(document.getElementById("inquiry-state")?.dataset.state ?? "");
handover.isBusy = () => store.inMemory().length > 0 || (!handover.isAccepted && (hasFiles() || showsOutcome()));

/** @param {Entry | null} entry the changed entry; null if it is new or removed */
function changed(entry) {
  announce(entry);
  notifyListeners(entry);
}

/** @param {Entry | null} entry */
function notifyListeners(entry) {
  for (const listener of listeners) listener(entry);
}

/** @type {string | undefined} */
let own; // the ID of the latest inquiry sent from this document
/** @type {Set<string>} */
const direct = new Set(); // inquiry IDs that `showEarlier` ignores, because `send` returns their outcomes

/**
 * Sends a form. The inquiry stays in the queue until the server accepts or refuses it. Resolves to undefined if the
 * list of earlier inquiries shows the result.
 *
 * @param {string} url
 * @param {FormData} body
 * @param {(state: Outcome["state"]) => boolean} canShow whether the form can show an outcome
 * @param {boolean} [isRepeat] whether the queue has the inquiry; its files may be missing from `body`
 * @returns {Promise<Status | undefined>}
 */
export async function send(url, body, canShow, isRepeat = false) {
  const id = String(body.get("id"));
  own = id;
  direct.add(id);
  const contents = isRepeat ? null : await contentsOf(body).catch(() => {});
  if (contents === undefined) {
    direct.delete(id);
    if (own === id) own = undefined;
    notifyListeners(null); // the list shows the inquiry before this one
    return { id, isOwn: true, state: "refused", problems: { files: words().labels.unreadable } };
  }
  try {
    if (contents) await inquiryQueue.add({ id, url: addressOf(url), what: String(body.get("what")) }, contents);
    const announced = announceWaiting();
    const answer = await inquiryQueue.send(id);
    const isFinal = answer?.state === "sent" || answer?.state === "refused";
    if (!isFinal) await announced;
    const { entries, isComplete } = await read();
    const entry = entries.find((each) => formIdOf(each) === id);
    const isLatest = own === id;
    if (isFinal && isLatest && canShow(answer.state)) {
      if (entry) confirmOncePainted(entry.id);
      return { ...answer, id, isOwn: true };
    }
    direct.delete(id);
    notifyListeners(null);
    if (isFinal || !isLatest) return undefined;
    if (!entry && isComplete) return { id, isOwn: true, state: "gone" };
    return { id, isOwn: true, state: stateOf(entry ?? { state: "waiting", isSynced }), reason: entry?.reason };
  } finally {
    keepTrying();
  }
}

/** Adds the latest inquiry to the list, because the form no longer contains it. */
export function release() {
  own = undefined;
  notifyListeners(null);
}

/**
 * Shows the outcomes of earlier inquiries. Updates them until the form is removed or fails.
 *
 * @param {import("$/app/guard/extra.js").Extra} form
 * @param {Form} parts
 */
export function showEarlier(form, { onStatus, restore }) {
  const list = /** @type {HTMLElement} */ (document.getElementById("inquiry-outcomes"));
  updateLabels("outcomes", words().labels);
  updateLabels("outcomeDays", words().days);
  updateLabels("outcomeSubjects", words().subjects);
  updateLabels("inquiryNames", words().names);
  /** @type {Map<string, Item>} */
  const outcomes = new Map(); // the outcomes that the page lists, keyed by inquiry ID
  /** @type {Map<string, string>} */
  const known = new Map(); // the last state and reason shown for each inquiry, keyed by ID
  /** @type {Map<string, Outcome>} */
  const arrived = new Map(); // the outcomes of sent inquiries, keyed by the form's ID; other pages may show them first

  /**
   * Shows an entry's state in the form. Resolves to true if the caller can delete the entry.
   *
   * @param {Entry} entry
   */
  const notify = async (entry) => {
    const { id, reason = "" } = entry;
    const formId = formIdOf(entry);
    const state = stateOf(entry);
    const isOwn = formId === own;
    if (known.get(id) === state + reason || direct.has(formId)) return false;
    known.set(id, state + reason);
    const typed = isLost(entry) ? (await store.contents(id)) || undefined : undefined;
    if (!list.isConnected) return false; // the visitor has left the page
    const outcome = entry.outcome && typed ? updateReason(entry.outcome, typed, words()) : entry.outcome;
    const isInForm = onStatus({ reason, ...outcome, id: formId, state, isOwn, contents: typed });
    if (!outcome) return false;
    if (own === formId) own = undefined; // unless another inquiry was sent meanwhile
    if (!isOwn || UNSENT.test(state) || (typed && !isInForm))
      outcomes.set(id, { entry: { ...entry, outcome }, contents: isInForm ? undefined : typed });
    return isInForm || !typed;
  };

  /** @param {Item} item */
  const discard = async ({ entry: { id } }) => {
    outcomes.delete(id);
    await inquiryQueue.confirm(id);
    if (list.isConnected) focusForm();
  };

  /** @param {Item} item */
  const withdraw = async ({ entry: { id } }) => {
    focusForm();
    await inquiryQueue.withdraw(id);
  };

  /** @param {Item} item */
  const restoreItem = (item) => {
    const { entry, contents } = item;
    const isDone = restore({ ...entry.outcome, id: entry.id, state: stateOf(entry), isOwn: false, contents });
    if (!isDone) return false;
    const isOnProblem = document.activeElement?.matches("[aria-invalid]"); // `restore` focuses the first invalid field
    if (!isOnProblem) focusForm();
    form.guard(() => inquiryQueue.confirm(entry.id))();
    outcomes.delete(entry.id);
    return true;
  };

  let failedReads = 0;
  const refresh = async () => {
    if (document.visibilityState !== "visible") return;
    const pending = own && !direct.has(own) ? own : undefined;
    const { entries, isComplete } = await read();
    const done = [];
    for (const entry of entries) if (list.isConnected && (await notify(entry))) done.push(entry.id);
    if (!list.isConnected) return;
    const isGone = isComplete && !entries.some((entry) => formIdOf(entry) === pending);
    if (pending && pending === own && isGone && !direct.has(pending)) {
      own = undefined;
      onStatus({ state: "gone", ...arrived.get(pending), id: pending, isOwn: true });
    }
    const open = entries.filter((entry) => !entry.outcome && formIdOf(entry) !== own).map((entry) => ({ entry }));
    const items = [...outcomes.values(), ...open].sort((a, b) => a.entry.created - b.entry.created);
    const hadFocus = list.contains(document.activeElement);
    showOutcomes(form, list, items, words(), { restore: restoreItem, discard, withdraw });
    if (hadFocus && !list.contains(document.activeElement)) focusForm();
    done.forEach(confirmOncePainted);
    if (isComplete) failedReads = 0;
    else retryRead(++failedReads);
  };
  const refreshSoon = form.guard(oneAtATime(form, refresh));
  /** @param {number} failed the number of failed reads; only the latest retry runs */
  const retryRead = (failed) =>
    form.after(retryDelay(failed - 1), () => (failed === failedReads ? refreshSoon() : undefined));

  /** @param {Entry | null} entry */
  const onChange = (entry) => {
    if (entry?.outcome?.state === "sent") arrived.set(formIdOf(entry), entry.outcome);
    refreshSoon();
  };

  listeners.add(onChange);
  form.onEnd(() => listeners.delete(onChange));
  form.listen(others, "message", ({ data }) => onChange(data));
  form.listen(document, "visibilitychange", refreshSoon);
  refreshSoon();
  keepTrying(0);
}

// Keeps the keyboard focus on the page when the list's buttons are removed.
const focusForm = () => document.getElementById("inquiry-what")?.focus();

/**
 * Returns a function that runs `task` after a short delay. A call while `task` is running makes `task` run again.
 *
 * Because of the delay, the page does not show “sending” if sending fails immediately.
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

/**
 * Returns the path of a URL on this site. Returns URLs of other sites unchanged.
 *
 * @param {string} url
 */
function addressOf(url) {
  const { origin, pathname, href } = new URL(url, location.href);
  return origin === location.origin ? pathname : href;
}

export const words = () => allWords[languageOf(location.pathname)];

/**
 * Returns the ID that the form gave to the entry. After an ID conflict, the entry has another ID.
 *
 * @param {Entry} entry
 */
const formIdOf = ({ id, formId = id }) => formId;

/** @param {Entry} entry */
const isLost = ({ outcome }) => outcome !== undefined && outcome.state !== "sent";

/** @param {string} id the ID that the form gave to the inquiry */
export const isWaiting = async (id) =>
  (await store.list()).some((entry) => formIdOf(entry) === id && entry.state !== "answered");

/** @param {string} id */
const confirmOncePainted = (id) =>
  requestAnimationFrame(self.guard(() => self.after(0, () => inquiryQueue.confirm(id).catch(() => {}))));

let isSynced = false; // whether the browser has accepted the latest background sync

async function announceWaiting() {
  local.setItem(WAITING_KEY, "yes");
  const wasSynced = isSynced;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
    isSynced = Boolean(registration?.sync);
  } catch {
    isSynced = false; // the visitor or the browser does not allow it
  }
  if (isSynced !== wasSynced) notifyListeners(null);
}

async function read() {
  const { entries, isComplete } = await store.read();
  return { entries: entries.map((entry) => ({ ...entry, isSynced })), isComplete };
}

let turn = 0; // the number of the latest timer; earlier timers are ignored
let tries = 0;
let isListening = false;

/**
 * Sends pending inquiries after a delay. Retries until the queue has been read and no inquiry is pending.
 *
 * @param {number} [delay] in ms
 */
export function keepTrying(delay = retryDelay(tries++)) {
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

let isReported = false;

/** @param {unknown} error */
function reportFirst(error) {
  if (!isReported) report(error, "queue", true);
  isReported = true;
}

// Tries to move inquiries from memory to the database.
async function persist() {
  for (const id of store.inMemory()) {
    await lock(id, () => store.persist(id), false);
    changed(null);
  }
}

/**
 * Makes the page's notice say that an inquiry was not sent. The form's page lists such inquiries itself.
 *
 * @param {Awaited<ReturnType<typeof store.read>>} queued
 */
function announceLost({ entries, isComplete }) {
  if (!isComplete) return;
  const isListed = document.getElementById("inquiry-outcomes");
  const lost = entries.filter(({ outcome }) => outcome && /refused|expired/.test(outcome.state));
  handover.lostInquiries = isListed ? "" : lost.map(({ id }) => id).join(" ");
  dispatchEvent(new Event("inquiries:lost"));
}

async function attempt() {
  announceLost(await store.read()); // a slow upload might take half an hour
  try {
    await persist().catch(() => {});
    await inquiryQueue.drain();
  } catch (error) {
    reportFirst(error); // the next attempt continues
  }
  const { entries, isComplete } = await store.read();
  announceLost({ entries, isComplete });
  const isWaiting = entries.some(({ state }) => state !== "answered");
  if (isWaiting) announceWaiting();
  if (isWaiting || !isComplete) keepTrying();
  else {
    tries = 0;
    if (!entries.some(isLost)) for (const key of [WAITING_KEY, CLOSED_KEY]) local.removeItem(key);
  }
}
