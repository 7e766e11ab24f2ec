// Stores the queue of inquiries in IndexedDB, which pages and the service worker share. If IndexedDB fails, stores the
// queue in memory. The forms' contents are stored separately, so that listing the queue does not load files.
import { isUnavailable, onResult, transact } from "$/app/browser/database.js";

/**
 * @typedef {import("./queue.js").Contents} Contents
 * @typedef {import("./queue.js").Entry} Entry
 * @typedef {import("./queue.js").Store} Store
 */

const NAME = "inquiries";
const ENTRIES = "entries";
const CONTENTS = "contents";
const STORES = [ENTRIES, CONTENTS];

/** @type {Store} */
export const database = {
  list: async () =>
    (await transact(NAME, STORES, "readonly", (store, /** @type {(entries: Entry[]) => void} */ done) =>
      onResult(store(ENTRIES).getAll(), done),
    )) || [],

  add: (entry, contents) =>
    transact(NAME, STORES, "readwrite", (store) => {
      store(ENTRIES).put(entry, entry.id);
      store(CONTENTS).put(contents, entry.id);
    }),

  replace: (id, entry, contents) =>
    transact(NAME, STORES, "readwrite", (store) => {
      for (const each of STORES) store(each).delete(id);
      store(ENTRIES).put(entry, entry.id);
      store(CONTENTS).put(contents, entry.id);
    }),

  contents: async (id) =>
    (await transact(NAME, STORES, "readonly", (store, /** @type {(contents: Contents) => void} */ done) =>
      onResult(store(CONTENTS).get(id), done),
    )) || null,

  change: async (id, next) =>
    (await transact(NAME, STORES, "readwrite", (store, /** @type {(entry: Entry | null) => void} */ done) =>
      onResult(store(ENTRIES).get(id), (/** @type {Entry | undefined} */ found) => {
        if (!found) return;
        const entry = next(found);
        if (entry) store(ENTRIES).put(entry, id);
        else for (const each of STORES) store(each).delete(id);
        done(entry);
      }),
    )) || null,
};

export function memory() {
  /** @type {Map<string, { entry: Entry, contents: Contents }>} */
  const all = new Map();
  /** @type {Store} */
  const store = {
    list: async () => [...all.values()].map(({ entry }) => entry),
    add: async (entry, contents) => all.set(entry.id, { entry, contents }),
    async replace(id, entry, contents) {
      all.delete(id);
      all.set(entry.id, { entry, contents });
    },
    contents: async (id) => all.get(id)?.contents || null,
    async change(id, next) {
      const found = all.get(id);
      if (!found) return null;
      const entry = next(found.entry);
      if (entry) all.set(id, { ...found, entry });
      else all.delete(id);
      return entry;
    },
  };
  return { ...store, all };
}

/**
 * Returns a store that falls back to memory if `durable` fails. `isComplete` is false if entries might be missing.
 * `inMemory` returns the IDs of entries that a reload would lose, and `persist` moves an entry to `durable`.
 *
 * @param {Store} durable
 * @returns {Store & {
 *   read(): Promise<{ entries: Entry[], isComplete: boolean }>,
 *   inMemory(): string[],
 *   persist(id: string): Promise<void>,
 * }}
 */
export function withMemory(durable) {
  const fallback = memory();
  /** @param {string} id */
  const owner = (id) => (fallback.all.has(id) ? fallback : durable);
  const read = async () => {
    try {
      return { entries: [...(await durable.list()), ...(await fallback.list())], isComplete: true };
    } catch (error) {
      return { entries: await fallback.list(), isComplete: isUnavailable(error) };
    }
  };
  return {
    read,
    list: async () => (await read()).entries,
    async add(entry, contents) {
      try {
        await durable.add(entry, contents);
      } catch {
        await fallback.add({ ...entry, isInMemory: true }, contents);
      }
    },
    inMemory: () => [...fallback.all.keys()],
    async persist(id) {
      const found = fallback.all.get(id);
      if (!found) return;
      await durable.add({ ...found.entry, isInMemory: undefined }, found.contents);
      if (!fallback.all.delete(id)) await durable.change(id, () => null); // the entry was deleted during `add`
    },
    replace: (id, entry, contents) => owner(id).replace(id, entry, contents),
    contents: (id) => owner(id).contents(id),
    change: (id, next) => owner(id).change(id, next),
  };
}
