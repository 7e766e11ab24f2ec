// Transactions of IndexedDB. They reject where it is missing, refused or full. Each has its own connection, as Safari
// closes those of suspended pages.

const OPEN_TIMEOUT_MS = 3_000; // Safari may never answer

/**
 * Opens a database; creates its stores if it is new.
 *
 * @param {string} name
 * @param {string[]} stores
 * @returns {Promise<IDBDatabase>}
 */
const open = (name, stores) =>
  new Promise((resolve, reject) => {
    const request = globalThis.indexedDB.open(name, 1);
    const timer = setTimeout(() => reject(new Error(`The database ${name} does not open`)), OPEN_TIMEOUT_MS);
    request.onupgradeneeded = () => stores.forEach((store) => request.result.createObjectStore(store));
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      clearTimeout(timer);
      resolve(request.result);
    };
  });

/**
 * Runs `task` in one transaction over all stores. Resolves once the transaction is on disk.
 *
 * @template Result
 * @param {string} name of the database
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(store: (name: string) => IDBObjectStore, done: (result: Result) => void) => void} task calls `done` with the
 *   result
 * @returns {Promise<Result | undefined>}
 */
export async function transact(name, stores, mode, task) {
  const database = await open(name, stores);
  try {
    return await new Promise((resolve, reject) => {
      /** @type {Result | undefined} */
      let result;
      const transaction = database.transaction(stores, mode, { durability: "strict" });
      transaction.oncomplete = () => resolve(result);
      transaction.onabort = () => reject(transaction.error);
      try {
        task(
          (store) => transaction.objectStore(store),
          (value) => {
            result = value;
          },
        );
      } catch (error) {
        transaction.abort(); // otherwise the first half is written
        reject(error);
      }
    });
  } finally {
    database.close();
  }
}

/**
 * Calls `task` with a request's result, within its transaction.
 *
 * @template Result
 * @param {IDBRequest<Result>} request
 * @param {(result: Result) => void} task
 */
export function onResult(request, task) {
  request.onsuccess = () => task(request.result);
}
