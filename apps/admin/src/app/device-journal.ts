/*
 * What was typed and is not on the server yet, on this device: it outlives a tab that crashes, and a journey without a
 * connection. Signing out empties it.
 */

const DATABASE = 'sitedesk';
const STORE = 'journal';

let opened: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => void request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('No storage'));
  });
  return opened;
}

/** Requests of one store run in the order in which they were made. */
async function run<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const transaction = (await open()).transaction(STORE, mode);
    const request = work(transaction.objectStore(STORE));
    return await new Promise<T>((resolve, reject) => {
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('Storage is full'));
    });
  } catch {
    opened = undefined;
    return undefined; // a private window, or a full disk: then this device keeps nothing
  }
}

/** @returns whether the device keeps it */
export const keepOnDevice = async (key: string, value: unknown): Promise<boolean> =>
  (await run('readwrite', (store) => store.put(value, key))) !== undefined;

export const keptOnDevice = (key: string): Promise<unknown> => run('readonly', (store) => store.get(key));

export const forgetOnDevice = async (key: string): Promise<void> =>
  void (await run('readwrite', (store) => store.delete(key)));

export const forgetAllOnDevice = async (): Promise<void> =>
  void (await run('readwrite', (store) => store.clear()));
