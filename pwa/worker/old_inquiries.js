// Moves inquiries that earlier releases stored with workbox-background-sync into the current store.
import { contentsOf } from "$/app/extras/inquiry/post.js";

const NAME = "workbox-background-sync";
const STORE = "requests";
const QUEUE = "inquiries";
const CACHE = "visitor";
const OUTCOME = "/inquiry-outcome"; // earlier releases cached the last inquiry's result under this path

/**
 * @typedef {import("$/app/extras/inquiry/queue.js").Store} Store
 * @typedef {{ url: string, headers: Record<string, string>, body: ArrayBuffer }} RequestData
 * @typedef {{ id: number, queueName: string, timestamp: number, requestData: RequestData }} OldEntry
 */

let hasFailed = false;

/**
 * Moves all inquiries from earlier releases. The next call continues after a failure. Never rejects, because the worker
 * must still send other inquiries.
 *
 * @param {Store} store
 */
export async function migrate(store) {
  await Promise.all([attempt(() => moveEntries(store)), attempt(() => moveOutcome(store))]);
}

/**
 * Runs a step of the migration. Logs only the first failure, because each navigation repeats the step.
 *
 * @param {() => Promise<unknown>} step
 */
async function attempt(step) {
  try {
    await step();
  } catch (error) {
    if (!hasFailed) console.warn("Moving an old inquiry failed; it stays stored:", error);
    hasFailed = true;
  }
}

/** @param {Store} store */
async function moveEntries(store) {
  const database = await open();
  if (!database) return;
  try {
    for (const old of await oldEntries(database))
      await attempt(async () => {
        await move(old, store);
        await result(database.transaction(STORE, "readwrite").objectStore(STORE).delete(old.id));
      });
  } finally {
    database.close();
  }
}

/** @returns {Promise<IDBDatabase | null>} */
async function open() {
  const request = indexedDB.open(NAME);
  request.onupgradeneeded = () => request.transaction?.abort(); // prevents the browser from creating an empty database
  try {
    const database = await result(request);
    if (database.objectStoreNames.contains(STORE)) return database;
    database.close();
  } catch {}
  return null;
}

/** @type {(database: IDBDatabase) => Promise<OldEntry[]>} */
async function oldEntries(database) {
  const all = await result(database.transaction(STORE).objectStore(STORE).getAll());
  return all.filter(({ queueName }) => queueName === QUEUE);
}

/** @type {(old: OldEntry, store: Store) => Promise<void>} */
async function move({ timestamp, requestData: { url, headers, body } }, store) {
  const contents = await contentsOf(await new Response(body, { headers }).formData());
  /** @param {string} wanted */
  const field = (wanted) => String(contents.find(([name]) => name === wanted)?.[1] ?? "");
  await store.add(
    { id: field("id"), url: new URL(url).pathname, what: field("what"), created: timestamp, state: "waiting" },
    contents,
  );
}

/** @param {Store} store */
async function moveOutcome(store) {
  const cache = await caches.open(CACHE);
  const known = await cache.match(OUTCOME);
  if (!known) return;
  const outcome = await known.json();
  const id = crypto.randomUUID();
  await store.add({ id, url: "", what: "", created: Date.now(), state: "answered", outcome }, []);
  await cache.delete(OUTCOME);
}

/**
 * @template Result
 * @param {IDBRequest<Result>} request
 * @returns {Promise<Result>}
 */
const result = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
