import { digestOf } from "@rounds/domain/sync/digest.ts";
import { maxSyncedById, maxSyncRows, type SyncNoun, syncNouns } from "@rounds/domain/sync/nouns.ts";
import type { SyncAnswer, SyncedRow, SyncQuery } from "@rounds/domain/sync/sync.ts";
import type { Rows } from "../../phone/phone-state.ts";
import type { Answer, Change, Meta, Ports } from "../../phone/ports.ts";
import { newerRows } from "./base.ts";
import { isError } from "./judge.ts";

/**
 * The shape of the kept rows that this version reads. With another one a phone reads everything again, once online; until then the
 * kept rows show, and what waits to be sent stays. Raise it with `syncShape`, whenever a synced row gets a field.
 */
export const rowsShape = 2;

/** More pages than the rows of a phone can fill: an answer that never ends is none. */
const maxPages = 20;
/** With more missing rows than this, everything is read again instead. */
const maxMissing = 400;

/** How reading what changed ended. `paused`: the person must sign in first. */
type Pulled = "done" | "unreached" | "failed" | "paused";

/** What a pull uses of the phone: the rows as they are now, and how they are changed. */
type Pulling = {
  ports: Ports;
  base(): Rows;
  meta(): Meta | null;
  commit(change: Change): Promise<void>;
};

/** Thrown inside, where an answer ends the pull. */
class Ended extends Error {
  readonly how: Pulled;

  constructor(how: Pulled) {
    super(how);
    this.how = how;
  }
}

/** The content of an answer; ends the pull if there is none. */
function contentOf<Body>(answer: Answer<Body>): Body {
  if (answer === "none") throw new Ended("unreached");
  const { status, body } = answer;
  if (status === 200) return body;
  if (status !== 401 && status !== 403) throw new Ended("failed");
  // Something between may refuse as well, and has no say about the session.
  throw new Ended(isError(body) ? "paused" : "unreached");
}

/**
 * Reads what changed since the last time, and compares the result with what the server counts; what differs is read by
 * its ids. The cursor moves only with the last page, so that a pull that breaks off is repeated.
 */
export async function pull(pulling: Pulling): Promise<Pulled> {
  try {
    const last = await readChanges(pulling, cursorOf(pulling.meta()));
    const missing = await compare(pulling, last);
    if (missing === "too many") await readChanges(pulling, "");
    return "done";
  } catch (error) {
    if (error instanceof Ended) return error.how;
    throw error;
  }
}

function cursorOf(meta: Meta | null): string {
  return meta?.shape === rowsShape ? meta.cursor : "";
}

/** Reads all pages since the cursor into the base; returns the last one. */
async function readChanges({ ports, base, commit }: Pulling, cursor: string): Promise<SyncAnswer> {
  // A row may leave the scope while another enters, and neither has changed: their number stays the same.
  const digest = "1";
  let after: SyncQuery = {};
  let first: SyncAnswer | undefined;
  /** With a new beginning the old rows stay until all of the new ones are here. */
  const fresh: Record<SyncNoun, SyncedRow[]> = { doctors: [], products: [], visits: [] };
  for (let page = 0; page < maxPages; page++) {
    const answer = contentOf(await ports.network.pull({ cursor, digest, ...after }));
    first ??= answer;
    const isFresh = first.reset || cursor === "";
    const more = syncNouns.some((noun) => answer[noun].more !== null);
    if (isFresh) for (const noun of syncNouns) fresh[noun].push(...answer[noun].rows);
    const newer = () => ofEach((noun) => [noun, newerRows(base(), noun, answer[noun].rows)]);
    const rows = isFresh ? (more ? undefined : fresh) : newer();
    const change: Change = {
      ...(rows && { rows }),
      ...(isFresh && !more && { clear: true }),
      ...(!isFresh && { gone: answer.deleted }),
      ...(!more && { meta: metaOf(ports, first) }),
    };
    if (rows) await commit(change);
    if (!more) return answer;
    after = ofEach((noun) => [`after_${noun}`, answer[noun].more ?? lastId]);
  }
  throw new Ended("failed");
}

/** After this id there is none: a noun that is complete has no more pages. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** An object with one field of each noun. */
function ofEach<Name extends string, Value>(make: (noun: SyncNoun) => [Name, Value]) {
  return Object.fromEntries(syncNouns.map(make)) as Record<Name, Value>;
}

function metaOf({ clock }: Ports, { cursor, scope, today, server_time, day_basis }: SyncAnswer): Meta {
  const now = clock.now();
  const clock_offset = Date.parse(server_time) - now;
  return { cursor, shape: rowsShape, scope, today, day_basis, synced_at: now, clock_offset };
}

/** Compares counts and digests with the last answer, and repairs the nouns that differ. */
async function compare(pulling: Pulling, answer: SyncAnswer): Promise<"done" | "too many"> {
  for (const noun of syncNouns) {
    const rows: ReadonlyMap<string, SyncedRow> = pulling.base()[noun];
    const { count, digest } = answer[noun];
    const isSame = rows.size === count && (digest === null || digestOf(rows.values()) === digest);
    if (isSame) continue;
    if ((await repair(pulling, noun)) === "too many") return "too many";
  }
  return "done";
}

/** Removes what the server does not list, and reads what is missing or older. */
async function repair({ ports, base, commit }: Pulling, noun: SyncNoun): Promise<"done" | "too many"> {
  const listed = new Map(contentOf(await ports.network.ids(noun)).rows);
  if (listed.size > maxSyncRows) throw new Ended("failed");
  const kept: ReadonlyMap<string, SyncedRow> = base()[noun];
  const gone = [...kept.keys()].filter((id) => !listed.has(id));
  if (gone.length > 0) await commit({ gone });
  const missing: string[] = [];
  for (const [id, version] of listed) if ((kept.get(id)?.version ?? 0) < version) missing.push(id);
  if (missing.length > maxMissing) return "too many";
  for (let at = 0; at < missing.length; at += maxSyncedById) {
    const found = contentOf(await ports.network.rows(noun, missing.slice(at, at + maxSyncedById)));
    await commit({ rows: { [noun]: newerRows(base(), noun, found[noun]) } });
  }
  return "done";
}
