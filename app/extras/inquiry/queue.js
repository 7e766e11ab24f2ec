// A queue of inquiries that pages and the service worker send.
//
//   (none) --add--> waiting --begin--> sending --answer--> answered --confirm--> (none)
//                     | ^----- other answer -----'             ^
//                     '--------- too old, withdrawn -----------'
//
// Each arrow is a transaction. The server ignores duplicate inquiries.

/**
 * @typedef {object} Outcome
 * @property {"sent" | "refused" | "expired" | "withdrawn"} state
 * @property {string} [reference]
 * @property {boolean} [isMailed] false without a confirmation mail
 * @property {string} [note]
 * @property {string} [order] the path of the order's page
 * @property {string} [reason]
 * @property {Record<string, string>} [problems] messages, keyed by field name
 * @property {number} [crowns] the new price
 * @property {boolean} [hasRemovedOption]
 *
 * @typedef {object} Entry
 * @property {string} id
 * @property {string} [formId]
 * @property {string} url
 * @property {string} what
 * @property {number} created Unix time in ms
 * @property {"waiting" | "sending" | "answered"} state
 * @property {number} [tried] last attempt (Unix ms)
 * @property {boolean} [isRetry]
 * @property {number} [answered] Unix ms
 * @property {number} [notBefore] earliest sending time (Unix ms)
 * @property {string} [reason]
 * @property {boolean} [isInMemory]
 * @property {boolean} [isSynced] whether the browser sends the inquiry without an open page
 * @property {Outcome} [outcome]
 *
 * @typedef {{ name: string, type: string, modified: number, bytes: ArrayBuffer }} StoredFile
 * @typedef {[name: string, value: string | StoredFile][]} Contents
 *
 * @typedef {object} Store
 * @property {() => Promise<Entry[]>} list
 * @property {(entry: Entry, contents: Contents) => Promise<unknown>} add
 * @property {(id: string) => Promise<Contents | null>} contents
 * @property {(id: string, next: (entry: Entry) => Entry | null) => Promise<Entry | null>} change - replaces an
 *   entry with the result of `next`; null deletes the entry
 * @property {(id: string, entry: Entry, contents: Contents) => Promise<unknown>} replace
 *
 * @typedef {{ state: "later", seconds?: number, reason?: string }} Later
 * @typedef {Outcome | { state: "conflict" } | Later | { state: "cut" }} Answer
 *   `conflict`: another inquiry has this ID; `cut`: no response
 * @typedef {(entry: Entry, contents: Contents) => Promise<Answer>} Post
 * @typedef {<Result>(id: string, task: () => Promise<Result>, wait: boolean) => Promise<Result | undefined>} Lock -
 *   runs `task` under the lock of `id`; without `wait`, skips locked IDs
 */

export const MAX_AGE_DAYS = 7;
const MAX_AGE_MS = MAX_AGE_DAYS * 24 * 60 * 60 * 1000;
const MAX_ANSWERED_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_DELAY_SECONDS = 60 * 60;
// A time before this one comes from a wrong clock.
const FIRST_RELEASE = Date.UTC(2026, 0, 1);

/**
 * @param {object} parts
 * @param {Store} parts.store
 * @param {Post} parts.post
 * @param {Lock} parts.lock
 * @param {() => string} parts.newId
 * @param {(entry: Entry | null) => unknown} [parts.changed]
 * @param {() => number} [parts.now]
 */
export function queue({ store, post, lock, newId, changed = () => {}, now = Date.now }) {
  /** @type {typeof store.change} */
  const change = async (id, next) => {
    const entry = await store.change(id, next);
    changed(entry);
    return entry;
  };

  /**
   * Posts an entry if it is due and its state can be stored. Resolves to null for an unknown ID.
   *
   * @param {string} id
   * @param {boolean} [isRenamed]
   * @returns {Promise<Answer | { state: "waiting" } | null>}
   */
  const attempt = async (id, isRenamed = false) => {
    const entry = await change(id, (found) => begin(found, now()));
    if (entry?.state !== "sending") return entry && (entry.outcome || { state: "waiting" });
    const contents = await store.contents(id);
    if (!contents) return null;
    const answer = await post(entry, contents);
    if (answer.state === "conflict" && !isRenamed) {
      const renamed = newId();
      await store.replace(id, { ...entry, id: renamed, formId: entry.formId ?? id }, withId(contents, renamed));
      return attempt(renamed, true);
    }
    const settled = await change(id, (found) => settle(found, answer, now())).catch(() => {});
    return settled?.outcome || answer;
  };

  /** @param {string} id */
  const confirm = (id) => change(id, (entry) => (entry.state === "answered" ? null : entry));

  const deleteOld = async () => {
    for (const { id, state, created, answered = created } of await store.list())
      if (state === "answered" && now() - answered > MAX_ANSWERED_MS) await confirm(id);
  };

  return {
    confirm,

    /**
     * @param {Pick<Entry, "id" | "url" | "what">} inquiry
     * @param {Contents} contents
     */
    async add(inquiry, contents) {
      await store.add({ ...inquiry, created: now(), state: "waiting" }, contents);
      changed(null);
    },

    /** @param {string} id */
    send: (id) => lock(id, () => attempt(id), true),

    /**
     * Stops retrying an entry after the current attempt.
     *
     * @param {string} id
     */
    withdraw: (id) => lock(id, () => change(id, (entry) => unsent(entry, "withdrawn", now())), true),

    /**
     * Deletes old outcomes and sends pending entries. Stops if the server does not respond. Resolves to the number of
     * pending entries. If an entry fails, rejects after trying the others.
     *
     * @param {boolean} [wait] whether to wait for locked entries
     */
    async drain(wait = false) {
      /** @type {unknown[]} */
      const errors = [];
      try {
        await deleteOld(); // frees space on a full disk
      } catch (error) {
        errors.push(error);
      }
      for (const { id } of await pending(store)) {
        try {
          const answer = await lock(id, () => attempt(id), wait);
          if (answer?.state === "cut") break;
        } catch (error) {
          errors.push(error);
        }
      }
      if (errors.length) throw errors[0];
      return (await pending(store)).length;
    },
  };
}

/** @type {(contents: Contents, id: string) => Contents} */
const withId = (contents, id) => contents.map(([name, value]) => [name, name === "id" ? id : value]);

/** @param {Store} store */
async function pending(store) {
  const entries = await store.list();
  const waiting = entries.filter(({ state }) => state !== "answered");
  return waiting.sort((a, b) => (a.tried ?? a.created) - (b.tried ?? b.created));
}

/** @type {(entry: Entry, state: "expired" | "withdrawn", now: number) => Entry} */
const unsent = (entry, state, now) =>
  entry.state === "answered"
    ? entry
    : { ...entry, state: "answered", answered: now, reason: undefined, outcome: { state } };

/** @type {(entry: Entry, now: number) => Entry} */
function begin(entry, now) {
  if (entry.state === "answered") return entry;
  const created = entry.created < FIRST_RELEASE ? now : entry.created;
  if (now - created > MAX_AGE_MS) return unsent(entry, "expired", now);
  // A longer delay means that the clock was set back.
  const delay = (entry.notBefore ?? 0) - now;
  if (delay > 0 && delay <= MAX_DELAY_SECONDS * 1000) return entry;
  return { ...entry, created, state: "sending", isRetry: entry.tried !== undefined, tried: now };
}

/** @type {(entry: Entry, answer: Answer, now: number) => Entry} */
function settle(entry, answer, now) {
  if (answer.state === "later" || answer.state === "cut" || answer.state === "conflict") {
    if (entry.state === "answered") return entry;
    const { seconds = 0, reason } = answer.state === "later" ? answer : {};
    const delay = Math.min(seconds, MAX_DELAY_SECONDS) * 1000;
    return { ...entry, state: "waiting", notBefore: delay ? now + delay : undefined, reason };
  }
  // A sent inquiry remains “sent”, even if a duplicate is refused.
  if (entry.outcome?.state === "sent") return entry;
  return { ...entry, state: "answered", answered: now, reason: undefined, outcome: answer };
}
