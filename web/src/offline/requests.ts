/** The result of a request to IndexedDB; rejects with the browser's error. Its transaction stays open for what is asked next at once. */
export function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Ends once a transaction is complete. Rejects if it was aborted; it follows every failed request, and tells its error. */
export function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    // There is no error if the browser closed the database.
    transaction.onabort = () => reject(transaction.error ?? new DOMException("Aborted.", "AbortError"));
  });
}
