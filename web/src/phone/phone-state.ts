import type { SyncedDoctor, SyncedProduct, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import type { Entry, Operation } from "./entry.ts";
import type { Meta, StoreTrouble } from "./ports.ts";

/** Rows by id, as the phone shows them: what the server said, overlaid with what waits. */
export type Rows = {
  doctors: ReadonlyMap<string, SyncedDoctor>;
  /** Of the stock, the units that wait on this phone are taken away. */
  products: ReadonlyMap<string, SyncedProduct>;
  visits: ReadonlyMap<string, SyncedVisit>;
};

/** What a phone keeps and does, at one moment. It never changes; a change makes another one. */
export type PhoneState = {
  rows: Rows;
  /** The rows as the server said. */
  base: Rows;
  outbox: readonly Entry[];
  meta: Meta | null;
  /** Nothing is sent before the person has signed in again. */
  signed_out: boolean;
  /** Whether the last request got an answer. */
  is_reached: boolean;
  /** Why the last write to the store failed; null once one succeeds. */
  trouble: StoreTrouble | null;
};

/** How an entry ended: the server has it, with its answer (undefined if another tab got it), or refused it. */
export type Outcome = { done: true; answer: unknown } | { done: false; entry: Entry };

/** A person's rows and entries on this device. */
export type Phone = {
  state(): PhoneState;
  subscribe(listener: () => void): () => void;
  /** Keeps what the person did; resolves once it is durable, and rejects with a `StoreError`. Sending starts at once. */
  save(operation: Operation): Promise<Entry>;
  /** Resolves when the server has the entry or has refused it; `undefined` once `signal` says that nobody waits. */
  settled(key: string, signal: AbortSignal): Promise<Outcome | undefined>;
  /**
   * Repairs an entry that was refused: the same operation with another body or another operation of the same row,
   * under a new key. Durable when it resolves. Like all that follows, it does nothing if no entry has the key any more.
   */
  replace(key: string, operations: readonly Operation[]): Promise<void>;
  /** Forgets an entry, and those that depend on it; what the server said shows again. */
  giveUp(key: string): Promise<void>;
  /** Sends everything that waits, then reads what changed. Never rejects; a second call joins the first. */
  sync(reason: "start" | "online" | "visible" | "live" | "asked"): Promise<void>;
  /** Lets refused entries be sent again as they are: all, or one. */
  tryAgain(key?: string): Promise<void>;
  /**
   * Sends a refused visit again by itself once the products have the units that it sells; with a `body`, with that one,
   * under a new key.
   */
  tryWithStock(key: string, body?: Record<string, unknown>): Promise<void>;
  /** After the person has signed in again. */
  signedIn(): void;
  close(): void;
};
