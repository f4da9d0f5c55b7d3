import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import type { SyncedDoctor, SyncedVisit } from "@rounds/domain/sync/sync.ts";

/** The nouns whose rows a person writes on the phone. */
export type WrittenRows = "doctors" | "visits";

/** The nouns that a person writes on the phone: beside the rows, whom the person skips on a day. */
export type WrittenOffline = WrittenRows | "skips";

/**
 * What a person did to one row. `complete`: a planned visit took place, with what its body adds to the plan. A skip is created,
 * also again with another reason, and deleted.
 */
export type Operation = {
  noun: WrittenOffline;
  op: "create" | "update" | "complete" | "delete";
  /** The row's id; of a skip its doctor and day (`skipEntity`). */
  entity: string;
  /**
   * The request's body as the API takes it. An update's `version` is the one that it started from. Of a deletion it is what
   * the person confirmed, which the API takes as the query; null if nobody was asked.
   */
  body: Record<string, unknown> | null;
  /** The row as the person saw it before an update, a completion or a deletion, to merge with what others changed since. */
  base: SyncedDoctor | SyncedVisit | null;
  /** The key under which its form knows it again, also after a reload; by default the phone makes one. */
  key?: string;
};

/**
 * `waiting`: to be sent. `sending`: sent, and no answer is known yet; after a crash this may be done or not.
 * `needs_you`: refused; only the person can decide.
 */
type EntryState = "waiting" | "sending" | "needs_you";

/** An operation in the outbox, which is never dropped until the server has it or the person gives it up. */
export type Entry = Operation & {
  /** The order in which the entries were made on this phone, from 1; one that replaces another may be between two. */
  seq: number;
  /** The Idempotency-Key (UUID v7): every attempt has the same. */
  key: string;
  user_id: string;
  /** Ids of rows whose waiting creation must be done first. */
  depends_on: readonly string[];
  /** When the person saved it, in milliseconds since 1970 by the phone's clock. */
  made_at: number;
  /** How often it was sent. Once it was, its body never changes. */
  attempts: number;
  state: EntryState;
  /** Whose change was merged into it, by email address; null if nobody's. */
  merged_with: string | null;
  /** Why the server refused it. */
  error: ErrorBody | null;
  /** Whether it is sent again by itself once the stock suffices. */
  awaits_stock: boolean;
  /** When it may be sent again, in milliseconds since 1970; 0 for at once. */
  next_try: number;
  /** The version of Rounds that made it, and the shape of its body: a later version lifts it to its own shape. */
  app_version: string;
  schema: number;
};
