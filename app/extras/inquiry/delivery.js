// Sends pending inquiries from any page. Retries failed inquiries, as does the service worker
// (pwa/worker/inquiries.js).
import { painted } from "$/app/browser/frames.js";
import { local } from "$/app/browser/storage.js";
import { extra } from "$/app/guard/extra.js";
import { report } from "$/app/guard/report.js";
import { handover } from "$/app/start/handover.js";
import { hasFiles } from "./chosen_files.js";
import { newId } from "./new_id.js";
import { poster } from "./post.js";
import { queue } from "./queue.js";
import { announce, lock } from "./sharing.js";
import { database, withMemory } from "./store.js";
import { CLOSED_KEY, WAITING_KEY } from "./waiting_key.js";

/** @typedef {import("./queue.js").Entry} Entry */

const SYNC_TAG = "inquiries";
const RETRY_DELAYS_MS = [5_000, 15_000, 60_000, 5 * 60_000]; // the last delay repeats

/** @param {number} retries the number of retries so far */
export const retryDelay = (retries) => RETRY_DELAYS_MS[Math.min(retries, RETRY_DELAYS_MS.length - 1)];

const self = extra("queue");
export const store = withMemory(database);
/** @type {Set<(entry: Entry | null) => unknown>} */
export const listeners = new Set();
export const inquiryQueue = queue({
  store,
  post: poster(),
  lock,
  newId,
  changed,
});
// A reload would lose the outcome that the form shows.
const showsOutcome = () => /sent|refused/.test(document.getElementById("inquiry-state")?.dataset.state ?? "");
handover.isBusy = () => store.inMemory().length > 0 || (!handover.isAccepted && (hasFiles() || showsOutcome()));

/** @param {Entry | null} entry the changed entry; null if an entry is new or removed */
function changed(entry) {
  announce(entry);
  notifyListeners(entry);
}

/** @param {Entry | null} entry */
export function notifyListeners(entry) {
  for (const listener of listeners) listener(entry);
}

/**
 * Returns the ID that the form gave to the inquiry. After an ID conflict, the entry has a new ID.
 *
 * @param {Entry} entry
 */
export const formIdOf = ({ id, formId = id }) => formId;

/** @param {Entry} entry */
export const isLost = ({ outcome }) => outcome !== undefined && outcome.state !== "sent";

/** @param {string} id the ID that the form gave to the inquiry */
export const isWaiting = async (id) =>
  (await store.list()).some((entry) => formIdOf(entry) === id && entry.state !== "answered");

export const confirmOncePainted = self.guard(async (/** @type {string} */ id) => {
  await painted();
  await inquiryQueue.confirm(id).catch(() => {});
});

export let isSynced = false; // whether the browser has accepted the latest request for a background sync

export async function announceWaiting() {
  local.setItem(WAITING_KEY, "yes");
  const wasSynced = isSynced;
  try {
    const registration = await navigator.serviceWorker?.getRegistration();
    await registration?.sync?.register(SYNC_TAG);
    isSynced = Boolean(registration?.sync);
  } catch {
    isSynced = false; // the visitor or the browser does not allow background sync
  }
  if (isSynced !== wasSynced) notifyListeners(null);
}

export async function read() {
  const { entries, isComplete } = await store.read();
  return { entries: entries.map((entry) => ({ ...entry, isSynced })), isComplete };
}

let turn = 0; // the latest timer's number; earlier timers are ignored
let tries = 0;
let isListening = false;

/**
 * Sends pending inquiries after a delay, and retries until none is pending.
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

async function persist() {
  for (const id of store.inMemory()) {
    await lock(id, () => store.persist(id), false);
    changed(null);
  }
}

/**
 * Shows a notice about unsent inquiries, except on the form's page, which lists them.
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
  announceLost(await store.read()); // runs before `drain`, because a slow upload might take half an hour
  try {
    await persist().catch(() => {});
    await inquiryQueue.drain();
  } catch (error) {
    reportFirst(error);
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
