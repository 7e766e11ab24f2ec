// Shows the outcomes of earlier inquiries on the form's page.
import { updateLabels } from "$/app/i18n/client.js";
import {
  confirmOncePainted,
  formIdOf,
  inquiryQueue,
  isLost,
  keepTrying,
  listeners,
  read,
  retryDelay,
  store,
} from "./delivery.js";
import { words } from "./outcome_words.js";
import { showOutcomes, stateOf, updateReason } from "./outcomes.js";
import { others } from "./sharing.js";
import { direct, latest } from "./submission.js";

/**
 * @typedef {import("./queue.js").Entry} Entry
 * @typedef {import("./queue.js").Outcome} Outcome
 * @typedef {import("./outcomes.js").Item} Item
 * @typedef {import("./outcomes.js").Status} Status
 *
 * @typedef {object} Form
 * @property {(status: Status) => boolean | undefined} onStatus - shows the status; returns true if the form
 *   contains the inquiry
 * @property {(status: Status) => boolean} restore - restores the contents to the form; returns false if the form
 *   contains other input
 */

const REFRESH_MS = 250;
const UNSENT = /^(expired|withdrawn)$/; // states that only the list shows

/**
 * Shows the outcomes of earlier inquiries until the form is removed or its script fails.
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
  const outcomes = new Map(); // outcomes in the list, keyed by inquiry ID
  /** @type {Map<string, string>} */
  const known = new Map(); // the last shown state and reason, keyed by inquiry ID
  /** @type {Map<string, Outcome>} */
  const arrived = new Map(); // outcomes of sent inquiries, keyed by form ID, in case another page deletes the entries

  /**
   * Shows an entry's state in the form. Resolves to true if the caller can delete the entry.
   *
   * @param {Entry} entry
   */
  const notify = async (entry) => {
    const { id, reason = "" } = entry;
    const formId = formIdOf(entry);
    const state = stateOf(entry);
    const isOwn = formId === latest.id;
    if (known.get(id) === state + reason || direct.has(formId)) return false;
    known.set(id, state + reason);
    const typed = isLost(entry) ? (await store.contents(id)) || undefined : undefined;
    if (!list.isConnected) return false; // the visitor has left the page
    const outcome = entry.outcome && typed ? updateReason(entry.outcome, typed, words()) : entry.outcome;
    const isInForm = onStatus({ reason, ...outcome, id: formId, state, isOwn, contents: typed });
    if (!outcome) return false;
    if (latest.id === formId) latest.id = undefined; // another inquiry might be the latest now
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
    const pending = latest.id && !direct.has(latest.id) ? latest.id : undefined;
    const { entries, isComplete } = await read();
    const done = [];
    for (const entry of entries) if (list.isConnected && (await notify(entry))) done.push(entry.id);
    if (!list.isConnected) return;
    const isGone = isComplete && !entries.some((entry) => formIdOf(entry) === pending);
    if (pending && pending === latest.id && isGone && !direct.has(pending)) {
      latest.id = undefined;
      onStatus({ state: "gone", ...arrived.get(pending), id: pending, isOwn: true });
    }
    const open = entries.filter((entry) => !entry.outcome && formIdOf(entry) !== latest.id).map((entry) => ({ entry }));
    const items = [...outcomes.values(), ...open].sort((a, b) => a.entry.created - b.entry.created);
    const hadFocus = list.contains(document.activeElement);
    showOutcomes(form, list, items, words(), { restore: restoreItem, discard, withdraw });
    if (hadFocus && !list.contains(document.activeElement)) focusForm();
    done.forEach(confirmOncePainted);
    if (isComplete) failedReads = 0;
    else retryRead(++failedReads);
  };
  const refreshSoon = form.guard(oneAtATime(form, refresh));
  /**
   * Reads again after a delay, unless another read finishes before.
   *
   * @param {number} failed the number of failed reads so far
   */
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

// Keeps the focus on the page when the list's buttons are removed.
const focusForm = () => document.getElementById("inquiry-what")?.focus();

/**
 * Returns a function that runs `task` after a short delay. Calls during a run cause one more run. The delay hides
 * “sending” if sending fails immediately.
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
