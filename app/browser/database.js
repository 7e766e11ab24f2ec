// Runs transactions in IndexedDB. Promises reject if the database is unavailable or full. Each transaction opens a new
// connection, because Safari closes the connections of suspended pages.

const OPEN_TIMEOUT_MS = 3_000; // Safari can fail to open a database without reporting an error

/** @type {(name: string, stores: string[]) => Promise<IDBDatabase>} */
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
 * Runs `task` in a transaction. Resolves to the task's result when all changes are on disk.
 *
 * @template Result
 * @param {string} name
 * @param {string[]} stores
 * @param {IDBTransactionMode} mode
 * @param {(store: (name: string) => IDBObjectStore, done: (result: Result) => void) => void} task a function that
 *   passes its result to `done`
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
        transaction.abort();
        reject(error);
      }
    });
  } finally {
    database.close();
  }
}

/**
 * Calls `task` with the result of `request` while the transaction is active.
 *
 * @template Result
 * @param {IDBRequest<Result>} request
 * @param {(result: Result) => void} task
 */
export function onResult(request, task) {
  request.onsuccess = () => task(request.result);
}

/**
 * Whether a transaction failed because IndexedDB is missing or blocked.
 *
 * @param {unknown} error
 */
export function isUnavailable(error) {
  const { name, message } = /** @type {Partial<Error>} */ (error ?? {});
  // Chrome throws an `UnknownError` for blocked site data, but also for temporary failures.
  const isDenied = name === "UnknownError" && /denied permission/.test(message ?? "");
  return name === "SecurityError" || isDenied || !globalThis.indexedDB;
}
