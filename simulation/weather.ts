import type { Random } from "@rounds/domain/random/random.ts";

/** What goes wrong in one world. Each seed leaves some of it out, so that a cause is not hidden behind another. */
export type Weather = {
  /** Pages are killed, also in the middle of a write. */
  kills: boolean;
  /** The store is full, or its handle is dead, for a while. */
  storeFaults: boolean;
  /** Requests and answers get lost, are late or come twice. */
  losses: boolean;
  /** The server is busy: 429, 503, and 502 after the work was done. */
  busy: boolean;
  /** Sessions expire, or ask for the second step. */
  expiry: boolean;
  clockJumps: boolean;
  /** Others edit, delete and restock. */
  colleagues: boolean;
  /** Rows leave and enter what a person may keep. */
  scopeChanges: boolean;
  /** The history of the database begins anew: every cursor is worth nothing. */
  epochs: boolean;
  /** Somebody deletes. */
  deletions: boolean;
  twoTabs: boolean;
  /** The server knows no keys of edits, as one of an earlier release. */
  isForgetful: boolean;
  /** The most rows of a noun in one answer. */
  page: number;
};

/** The weather of a seed's world. */
export function weatherOf(random: Random): Weather {
  const some = () => random.chance(0.5);
  return {
    kills: some(),
    storeFaults: random.chance(0.3),
    losses: some(),
    busy: some(),
    expiry: random.chance(0.3),
    clockJumps: random.chance(0.3),
    colleagues: some(),
    scopeChanges: random.chance(0.3),
    epochs: random.chance(0.3),
    deletions: random.chance(0.7),
    twoTabs: some(),
    isForgetful: random.chance(0.25),
    page: random.chance(0.5) ? 2000 : random.integer(3, 8),
  };
}
