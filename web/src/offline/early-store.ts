import { readKnownSession, readStoredSession } from "../api/session/stored-session.ts";
import type { Kept } from "../phone/ports.ts";
import { databaseName, readStores, storeVersion } from "./stores.ts";

/** A person's database and what is kept there, read by early.ts while the page's code is still loading. */
export type EarlyStore = {
  name: string;
  /** Undefined if it can't be opened as it is. */
  database: Promise<IDBDatabase | undefined>;
  /** What is kept; undefined if it could not be read, or another tab has changed it since. Never rejects. */
  kept(): Promise<Kept | undefined>;
};

declare global {
  /** Passed from the early script to the page's code, which are two programs. */
  var roundsStore: EarlyStore | undefined;
}

/** Opens and reads what is kept of a known person, if the phone will answer the first screen: without a connection or a valid token. */
export function openStoreEarly(): void {
  const known = readKnownSession();
  const isFirst = !navigator.onLine || readStoredSession() === "unsure";
  if (!known || !isFirst || !("indexedDB" in globalThis)) return;
  const name = databaseName(known.user.id);
  // Until the engine, which hears of other tabs' changes, is loaded, they arrive here.
  const channel = new BroadcastChannel(name);
  let isChanged = false;
  const changed = () => {
    isChanged = true;
  };
  channel.addEventListener("message", changed);
  const database = open(name, changed).catch(() => undefined);
  const reading = database.then((opened) => opened && readStores(opened)).catch(() => undefined);
  globalThis.roundsStore = {
    name,
    database,
    async kept() {
      const kept = await reading;
      channel.close();
      return isChanged ? undefined : kept;
    },
  };
}

/** Opens a database that has the stores of this version; any other is for the page's own code. */
function open(name: string, onGone: () => void): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    // There is none: nothing is left of this.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = reject;
    request.onsuccess = () => {
      const { result } = request;
      // Nobody has to wait for a page that has not taken it yet.
      result.onversionchange = () => {
        onGone();
        result.close();
      };
      if (result.version === storeVersion) return resolve(result);
      result.close();
      resolve(undefined);
    };
  });
}

/** Gives what was opened early to whoever asks first, if it is the database of this name. */
export function takeEarlyStore(name: string): EarlyStore | undefined {
  const early = globalThis.roundsStore;
  globalThis.roundsStore = undefined;
  if (early?.name === name) return early;
  void early?.kept();
  void early?.database.then((database) => database?.close());
  return undefined;
}
