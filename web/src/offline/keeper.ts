import { StoreError } from "../phone/ports.ts";
import { resultOf } from "./requests.ts";
import { storeVersion } from "./stores.ts";

/** A handle that died is opened again so often, for one piece of work. */
const maxTries = 3;

/** What went wrong with a store, in the words of the phone. */
function storeErrorOf(error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  const name = nameOf(error);
  return new StoreError(name === "QuotaExceededError" ? "full" : "broken", error);
}

function nameOf(error: unknown): string {
  return error instanceof Error || error instanceof DOMException ? error.name : "";
}

/**
 * Whether the handle is dead and a new one may live: browsers close a database behind the page, and Safari loses its
 * connection ("Connection to Indexed Database server lost"), after which every use of the old handle fails.
 */
function isDead(error: unknown): boolean {
  const name = nameOf(error);
  if (name === "QuotaExceededError" || name === "VersionError" || error instanceof StoreError) return false;
  const text = error instanceof Error || error instanceof DOMException ? error.message : "";
  return (
    ["InvalidStateError", "UnknownError", "AbortError", "TransactionInactiveError"].includes(name) ||
    /server lost|backing store|connection is closing|internal error/i.test(text)
  );
}

/** Keeps a database open as long as that works, and opens it again when the browser has dropped it. */
export type Keeper = {
  /** Does a piece of work that may be repeated. Rejects with a `StoreError`, always. */
  use<Result>(work: (database: IDBDatabase) => Promise<Result>): Promise<Result>;
  /** Lets go for ever: later work is refused. */
  close(): void;
};

/**
 * `onBlocked`: another tab holds an older version open; the work goes on by itself once it lets go. `early`: the
 * database, if something has opened it before.
 */
export function createKeeper(
  name: string,
  onBlocked: (isBlocked: boolean) => void = () => {},
  early?: Promise<IDBDatabase | undefined>,
): Keeper {
  let opening: Promise<IDBDatabase> | undefined;
  /** The database once it is open: a transaction begins without a wait, in which the page would do other work first. */
  let opened: IDBDatabase | undefined;
  let isClosed = false;

  function drop(own: Promise<IDBDatabase> | undefined) {
    if (opening === own) opening = opened = undefined;
    own?.then(
      (database) => database.close(),
      () => {},
    );
  }

  function open(): Promise<IDBDatabase> {
    if (opening) return opening;
    // A newer version of Rounds, or signing out, wants the database: it must not wait for this tab.
    const letGo = () => drop(own);
    const own = (early?.then((database) => database ?? openOwn()) ?? openOwn())
      .then((database) => {
        database.onversionchange = database.onclose = letGo;
        return database;
      })
      .finally(() => onBlocked(false));
    early = undefined;
    opening = own;
    own.then((database) => {
      if (opening === own) opened = database;
    }, letGo);
    return own;
  }

  async function openOwn(): Promise<IDBDatabase> {
    const request = indexedDB.open(name, storeVersion);
    request.onblocked = () => onBlocked(true);
    request.onupgradeneeded = ({ oldVersion }) => {
      const { result: database } = request;
      if (oldVersion < 1) {
        database.createObjectStore("meta");
        database.createObjectStore("doctors", { keyPath: "id" });
        database.createObjectStore("products", { keyPath: "id" });
        database.createObjectStore("visits", { keyPath: "id" }).createIndex("visit_date", "visit_date");
        database.createObjectStore("outbox", { keyPath: "seq" });
      }
      if (oldVersion < 2) database.createObjectStore("seen", { keyPath: "asked" }).createIndex("at", "at");
    };
    return resultOf(request);
  }

  return {
    async use(work) {
      for (let tries = 1; ; tries++) {
        // Work that ends late must not make a database that signing out has deleted.
        if (isClosed) throw new StoreError("broken");
        const own = open();
        try {
          return await work(opened ?? (await own));
        } catch (error) {
          if (tries >= maxTries || !isDead(error)) throw storeErrorOf(error);
          drop(own);
        }
      }
    },
    close() {
      isClosed = true;
      drop(opening);
      void early?.then((opened) => opened?.close());
    },
  };
}
