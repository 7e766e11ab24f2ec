// The queue of inquiries that are to be sent: its logic, shared by pages and the service worker. It knows neither
// IndexedDB nor the network; `store.js` and `post.js` do.
//
//            add                 begin                 answer of our server
//   (none) ───────► waiting ───────────────► sending ───────────────────────► answered ───────► (none)
//                      ▲ │                     │ ▲ │                             ▲    confirm
//                      │ │  too old            │ └─┘ started again after a kill  │
//                      │ └─────────────────────┼─────────────────────────────────┘
//                      └───────────────────────┘
//                        any other answer, or none
//
// Each arrow is one transaction, so a kill between two awaits leaves an entry in one of these states. An entry may be
// sent twice: its id makes that harmless. It is removed only by `confirm`, after a page has shown the outcome.

/**
 * @typedef {object} Outcome the end of an entry
 * @property {"sent" | "refused" | "expired"} state
 * @property {string} [reference] of one that was sent
 * @property {string} [reason] of one that was refused
 * @property {Record<string, string>} [problems] by field
 *
 * @typedef {object} Entry an inquiry, without its contents
 * @property {string} id
 * @property {string} url where it is sent, as a path
 * @property {string} what its subject
 * @property {number} created in milliseconds
 * @property {"waiting" | "sending" | "answered"} state
 * @property {number} [notBefore] when our server takes it, in milliseconds
 * @property {boolean} [isInMemory] whether it is lost with the page
 * @property {Outcome} [outcome] of one that is answered
 *
 * @typedef {{ name: string, type: string, modified: number, bytes: ArrayBuffer }} StoredFile
 * @typedef {[name: string, value: string | StoredFile][]} Contents the fields of the form, in their order
 *
 * @typedef {object} Store keeps entries with their contents; each method is one transaction
 * @property {() => Promise<Entry[]>} list
 * @property {(entry: Entry, contents: Contents) => Promise<unknown>} add replaces an entry of the same id
 * @property {(id: string) => Promise<Contents | null>} contents
 * @property {(id: string, next: (entry: Entry) => Entry | null) => Promise<Entry | null>} change writes what `next`
 *   makes of an entry, and resolves to it; null removes the entry with its contents. A missing entry stays missing.
 *
 * @property {(id: string, entry: Entry, contents: Contents) => Promise<unknown>} replace removes the entry `id`, and
 *   adds another one
 *
 * @typedef {Outcome | { state: "conflict" } | { state: "later", seconds?: number } | { state: "cut" }} Answer what came
 *   of a POST. `conflict`: the server has other contents under this id; `later` is an answer that does not end the
 *   entry, `cut` is none at all
 * @typedef {(entry: Entry, contents: Contents) => Promise<Answer>} Post
 * @typedef {<Result>(id: string, task: () => Promise<Result>, wait: boolean) => Promise<Result | undefined>} Lock runs
 *   `task` while no other page or worker has the lock of `id`; if one has, waits for it or gives up
 */

export const MAX_AGE_DAYS = 7;
const MAX_AGE_MS = MAX_AGE_DAYS * 24 * 60 * 60 * 1000;
const MAX_DELAY_SECONDS = 60 * 60;

/**
 * @param {object} parts
 * @param {Store} parts.store
 * @param {Post} parts.post
 * @param {Lock} parts.lock
 * @param {() => string} parts.newId
 * @param {() => unknown} [parts.changed] called after each change of the store
 * @param {() => number} [parts.now]
 */
export function queue({ store, post, lock, newId, changed = () => {}, now = Date.now }) {
  /** @type {typeof store.change} */
  const change = async (id, next) => {
    const entry = await store.change(id, next);
    changed();
    return entry;
  };

  /**
   * Posts an entry. Resolves to what is known of it afterwards.
   *
   * @param {string} id
   * @param {boolean} [isRenamed]
   * @returns {Promise<Answer | { state: "waiting" } | null>} null if somebody else has shown the outcome already
   */
  const attempt = async (id, isRenamed = false) => {
    const entry = await change(id, (found) => begin(found, now()));
    if (entry?.state !== "sending") return entry && (entry.outcome || { state: "waiting" });
    const contents = await store.contents(id);
    if (!contents) return null;
    const answer = await post(entry, contents);
    if (answer.state === "conflict" && !isRenamed) {
      const renamed = newId();
      await store.replace(id, { ...entry, id: renamed }, withId(contents, renamed));
      return attempt(renamed, true);
    }
    const settled = await change(id, (found) => settle(found, answer, now())).catch(() => {});
    return settled?.outcome || answer;
  };

  return {
    /**
     * Stores an inquiry before it is sent.
     *
     * @param {Pick<Entry, "id" | "url" | "what">} inquiry
     * @param {Contents} contents
     */
    async add(inquiry, contents) {
      await store.add({ ...inquiry, created: now(), state: "waiting" }, contents);
      changed();
    },

    /**
     * Sends one entry, and waits if somebody else is sending it.
     *
     * @param {string} id
     */
    send: (id) => lock(id, () => attempt(id), true),

    /**
     * Sends everything that waits, one after the other, until there is no network. Resolves to the number of entries
     * that still wait.
     *
     * @param {boolean} [wait] whether to wait for entries that somebody else is sending
     */
    async drain(wait = false) {
      for (const { id } of await pending(store)) {
        const answer = await lock(id, () => attempt(id), wait);
        if (answer?.state === "cut") break;
      }
      return (await pending(store)).length;
    },

    /**
     * Removes an entry whose outcome a page has shown.
     *
     * @param {string} id
     */
    confirm: (id) => change(id, (entry) => (entry.state === "answered" ? null : entry)),
  };
}

/**
 * @param {Contents} contents
 * @param {string} id
 * @returns {Contents}
 */
const withId = (contents, id) => contents.map(([name, value]) => [name, name === "id" ? id : value]);

/** @param {Store} store */
async function pending(store) {
  const entries = await store.list();
  return entries.filter(({ state }) => state !== "answered").sort((a, b) => a.created - b.created);
}

/** @type {(entry: Entry, now: number) => Entry} */
function begin(entry, now) {
  if (entry.state === "answered") return entry;
  if (now - entry.created > MAX_AGE_MS) return { ...entry, state: "answered", outcome: { state: "expired" } };
  // A clock that was set back must not hold an entry for longer than the server asked.
  const delay = (entry.notBefore ?? 0) - now;
  return delay > 0 && delay <= MAX_DELAY_SECONDS * 1000 ? entry : { ...entry, state: "sending" };
}

/** @type {(entry: Entry, answer: Answer, now: number) => Entry} */
function settle(entry, answer, now) {
  if (answer.state === "later" || answer.state === "cut" || answer.state === "conflict") {
    if (entry.state === "answered") return entry;
    const seconds = "seconds" in answer ? Math.min(answer.seconds ?? 0, MAX_DELAY_SECONDS) : 0;
    return { ...entry, state: "waiting", notBefore: seconds ? now + seconds * 1000 : undefined };
  }
  // Sent twice, it may have been refused the second time only: it has arrived nevertheless.
  return entry.outcome?.state === "sent" ? entry : { ...entry, state: "answered", outcome: answer };
}
