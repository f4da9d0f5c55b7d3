import type { SyncNoun } from "@rounds/domain/sync/nouns.ts";
import type {
  SyncAnswer,
  SyncedRow,
  SyncIds,
  SyncQuery,
  SyncRows,
  SyncScope,
} from "@rounds/domain/sync/sync.ts";
import type { DayBasis } from "@rounds/domain/today/day-basis.ts";
import type { Entry } from "./entry.ts";

/** What the phone knows of its last sync. */
export type Meta = {
  cursor: string;
  /** The shape of the kept rows; another one makes the phone read everything again, once it is online. */
  shape: number;
  scope: SyncScope | null;
  /** The business's day at the last sync. */
  today: string;
  /** What the person's day depended on then besides the rows. A phone that synced before this was sent has none. */
  day_basis?: DayBasis | undefined;
  /** When the last complete sync ended, in milliseconds since 1970 by the phone's clock; 0: never. */
  synced_at: number;
  /** The server's clock minus the phone's at that time, in milliseconds. */
  clock_offset: number;
};

/** Rows of the base by noun: what the server said, never what the person did. */
export type Base = { [Noun in SyncNoun]: SyncedRow[] };

/** Everything that a phone keeps of one person. `revision` counts the changes of the base, by all tabs. */
export type Kept = { meta: Meta | null; base: Base; outbox: Entry[]; revision: number };

/** What is kept beside the base, after a change. */
export type Committed = { outbox: readonly Entry[]; revision: number };

/** One change of what is kept: all of it happens, or nothing. */
export type Change = {
  /** Entries that are new or changed. */
  put?: readonly Entry[];
  /** Entries that are done, by `seq`. */
  done?: readonly number[];
  /** Rows of the base that are new or changed. */
  rows?: { readonly [Noun in SyncNoun]?: readonly SyncedRow[] };
  /** Ids of rows of the base that are gone, of any noun. */
  gone?: readonly string[];
  /** Drops every row of the base before `rows` are put. */
  clear?: boolean;
  /** Forgets the last sync. */
  forget?: boolean;
  meta?: Meta;
};

/**
 * Where a phone keeps everything. `commit` decides about a change from the outbox as it is in the store and makes it,
 * both in one transaction, so that two tabs can't undo each other's changes; it resolves with what is kept after it,
 * once that is durable. Both give the outbox in the order of `seq`, and reject with a `StoreError`; then nothing has
 * changed.
 */
export type Store = {
  read(): Promise<Kept>;
  commit(decide: (outbox: readonly Entry[]) => Change): Promise<Committed>;
};

/** `full`: no space left. `blocked`: another tab holds an older version open. `broken`: anything else. */
export type StoreTrouble = "full" | "blocked" | "broken";

export class StoreError extends Error {
  readonly trouble: StoreTrouble;

  constructor(trouble: StoreTrouble, cause?: unknown) {
    super(`The phone's store is ${trouble}.`, { cause });
    this.trouble = trouble;
  }
}

/** An answer of the server, or that none came: the request may have arrived or not. */
export type Answer<Body> = { status: number; body: Body; retry_after?: number } | "none";

/** The API. Never rejects; each request ends within 20 seconds. */
export type Network = {
  /**
   * Whether a request is worth a try. False if the device says that it has no connection and the server does not answer
   * either: what is not sent then may still change, unlike what was sent without an answer.
   */
  mayReach(): Promise<boolean>;
  /** Sends an entry with its key. The body of a refusal is an `ErrorBody`. */
  send(entry: Entry): Promise<Answer<unknown>>;
  pull(query: SyncQuery): Promise<Answer<SyncAnswer>>;
  ids(noun: SyncNoun): Promise<Answer<SyncIds>>;
  rows(noun: SyncNoun, ids: readonly string[]): Promise<Answer<SyncRows>>;
};

/** What the engine uses of the world; a simulation gives it another one. */
export type Ports = {
  user_id: string;
  app_version: string;
  store: Store;
  network: Network;
  clock: {
    /** Milliseconds since 1970. */
    now(): number;
    /** Runs `work` after this many milliseconds unless the returned function is called before. */
    after(milliseconds: number, work: () => void): () => void;
  };
  /** A number from 0 to below 1. */
  random(): number;
  /** A new UUID v7. */
  newId(): string;
  /** Runs `work` while no other tab of this person does; the lock is never held over a wait for a retry. */
  alone<Result>(name: string, work: () => Promise<Result>): Promise<Result>;
  /** Tells the other tabs of this person that the store has changed, and hears them. */
  tabs: { tell(): void; hear(listener: () => void): () => void };
};
