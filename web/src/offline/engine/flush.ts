import type { ErrorBody } from "@rounds/domain/errors/errors.ts";
import type { SyncedRow, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import type { Entry, WrittenRows } from "../../phone/entry.ts";
import type { Rows } from "../../phone/phone-state.ts";
import type { Change, Meta, Ports } from "../../phone/ports.ts";
import { newerRows, noRows } from "./base.ts";
import { judge, syncedRowOf, type Verdict } from "./judge.ts";
import { soldBy } from "./local.ts";
import { isPlan, mergedBody } from "./merge-operation.ts";
import { doctorOf, readyEntries, refusal } from "./outbox.ts";
import { waitAfter } from "./retry.ts";
import { skipsShown } from "./skips.ts";

/** How many entries are on their way at once. */
const atOnce = 4;

/** How sending ended. `unreached`: no answer came. */
type Flushed = "done" | "unreached" | "paused";

/** What sending uses of the phone. */
type Flushing = {
  ports: Ports;
  /** The rows as the server said. */
  base(): Rows;
  /** What is known of the last sync. */
  meta(): Meta | null;
  /** The outbox as it is in the store, once the base is as it is there as well. */
  begin(): Promise<readonly Entry[]>;
  /** Changes the outbox as it is in the store, and resolves with it once that is durable. */
  commit(decide: (outbox: readonly Entry[]) => Change): Promise<readonly Entry[]>;
  /** Nobody is signed in: nothing more may be sent. */
  pause(): void;
  /** An entry has ended: the server has it, refused it, or it goes on under another key. */
  ended(entry: Entry, verdict: Verdict, key: string): void;
};

/**
 * Sends what may be sent, each entry at most once, except that a merged one is sent again; entries of different rows
 * beside each other. Ends when nothing is left, at the first request without an answer, or when nobody is signed in.
 */
export async function flush(flushing: Flushing, at: number): Promise<Flushed> {
  const tried = new Set<string>();
  let how: Flushed = "done";
  let outbox = await flushing.begin();

  /** Takes the next entry and marks it as sent, durably: from then on it may have arrived. */
  async function take(): Promise<Entry | undefined> {
    for (;;) {
      const next = readyEntries(outbox, at).find(({ key }) => !tried.has(key));
      if (!next || how !== "done") return undefined;
      tried.add(next.key);
      let sending: Entry | undefined;
      outbox = await flushing.commit((now) => {
        // Another tab may have changed or withdrawn it in the meantime.
        const same = readyEntries(now, at).find(({ key }) => key === next.key);
        sending = same && { ...same, state: "sending", attempts: same.attempts + 1 };
        return sending ? { put: [sending] } : {};
      });
      if (sending) return sending;
    }
  }

  async function send(entry: Entry): Promise<void> {
    const verdict = judge(entry, await flushing.ports.network.send(entry));
    if (verdict.is === "paused") {
      how = "paused";
      flushing.pause();
    }
    const key = verdict.is === "merged" ? flushing.ports.newId() : entry.key;
    outbox = await flushing.commit((now) => changeAfter(now, entry, verdict, key, flushing));
    flushing.ended(entry, verdict, key);
    if (verdict.is === "later" && !verdict.answered && how === "done") how = "unreached";
  }

  const running = new Set<Promise<void>>();
  try {
    for (;;) {
      const entry = running.size < atOnce ? await take() : undefined;
      if (entry) {
        const request: Promise<void> = send(entry).finally(() => running.delete(request));
        // The race below sees a failure; what fails beside it is reported with the same trouble of the store.
        request.catch(() => {});
        running.add(request);
      } else if (running.size === 0) return how;
      else await Promise.race(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
}

/** What becomes of an entry, and of those behind it, after a verdict. */
function changeAfter(
  outbox: readonly Entry[],
  sent: Entry,
  verdict: Verdict,
  key: string,
  { ports, base: baseNow, meta: metaNow }: Flushing,
): Change {
  const [base, meta] = [baseNow(), metaNow()];
  const entry = outbox.find((one) => one.seq === sent.seq && one.key === sent.key);
  // What another tab did with it meanwhile counts; the answered row is the server's word all the same.
  if (!entry) return verdict.is === "done" ? doneChange(sent, verdict, base, meta) : {};
  switch (verdict.is) {
    case "done":
      return {
        ...doneChange(entry, verdict, base, meta),
        done: [entry.seq],
        put: following(outbox, entry, verdict),
      };
    case "merged":
      // Its changes show over the row that they were merged with. A skip is never merged.
      return {
        rows: { [entry.noun]: newerRows(base, entry.noun as WrittenRows, [verdict.base]) },
        put: [
          {
            ...entry,
            ...{ op: "update", key, body: verdict.body, base: verdict.base, merged_with: verdict.with },
            ...{ attempts: 0, state: "waiting", error: null, next_try: 0 },
          },
        ],
      };
    case "refused": {
      const change = refusal(outbox, entry, withDoctor(verdict.error, entry, base));
      const rows = { [entry.noun]: refusedRows(entry, verdict.error, base) };
      return change.put ? { ...change, rows } : change;
    }
    case "paused":
      return { put: [{ ...entry, state: "waiting", next_try: 0 }] };
    case "later": {
      const wait = waitAfter(entry.attempts, verdict.wait, ports.random());
      return { put: [{ ...entry, state: "waiting", next_try: ports.clock.now() + wait }] };
    }
  }
}

/** What an entry that is done changes beside the outbox. */
function doneChange(entry: Entry, verdict: Verdict & { is: "done" }, base: Rows, meta: Meta | null): Change {
  if (entry.noun !== "skips") return doneRows(entry, verdict, base);
  if (!meta?.day_basis) return {};
  const skips = [...skipsShown(meta.day_basis.skips, [entry])];
  return { meta: { ...meta, day_basis: { ...meta.day_basis, skips } } };
}

/**
 * The answered row goes into the base in the same transaction in which its entry ends, and so does what that means for
 * the rows beside it: the stock of its products, and the visits of a deleted doctor. Otherwise they would show as they
 * were before until the next pull, which brings the server's own figures. After several attempts a pull may have brought
 * them already.
 */
function doneRows(
  { noun, op, entity, attempts }: Entry,
  { row }: Verdict & { is: "done" },
  now: Rows,
): Change {
  // Nor is it known what an edit sold that began with a row which has left the phone since.
  const isKnown = attempts <= 1 && (op === "create" || noun === "doctors" || now.visits.has(entity));
  const base = isKnown ? now : { ...now, products: noRows.products };
  if (noun === "visits") {
    // An entry's row is one of its noun.
    const visit = (row ?? undefined) as SyncedVisit | undefined;
    const products = soldBy(base, [[entity, visit]]);
    return visit ? { rows: { visits: [visit], products } } : { gone: [entity], rows: { products } };
  }
  if (row) return { rows: { doctors: [row] } };
  const ids = [...base.visits.values()].filter(({ doctor_id }) => doctor_id === entity).map(({ id }) => id);
  const products = soldBy(
    base,
    ids.map((id) => [id, undefined]),
  );
  return { gone: [entity, ...ids], rows: { products } };
}

/**
 * The row as somebody else changed it, where that is why an entry was refused: what is decided goes over that. One that
 * has left what the phone keeps stays away.
 */
function refusedRows({ noun, entity }: Entry, { details }: ErrorBody, base: Rows): SyncedRow[] {
  const row = syncedRowOf(noun, entity, details?.current);
  return noun !== "skips" && row && base[noun].has(entity) ? newerRows(base, noun, [row]) : [];
}

/** The refusal with the doctor who is missing, as the phone has known them: the next pull takes them away. */
function withDoctor(error: ErrorBody, entry: Entry, base: Rows): ErrorBody {
  const doctor = error.code === "doctor_missing" && base.doctors.get(doctorOf(entry) ?? "");
  return doctor ? { ...error, details: { ...error.details, doctor } } : error;
}

/**
 * The next edit of the row, now over what the server answered; one that can't be merged keeps its old version. A deletion
 * was confirmed with that edit shown; if nobody else has changed the row since, that is the version which the edit made.
 */
function following(outbox: readonly Entry[], entry: Entry, verdict: Verdict & { is: "done" }): Entry[] {
  const { row } = verdict;
  const next = outbox
    .filter(({ entity, seq, attempts }) => entity === entry.entity && seq > entry.seq && attempts === 0)
    .sort((one, other) => one.seq - other.seq)[0];
  if (!row || next?.state !== "waiting") return [];
  if (next.op === "delete") {
    const before = next.body?.version;
    const began =
      entry.op === "complete" ? entry.base?.version : entry.op === "update" && entry.body?.version;
    const isOwn = before === began && row.version === Number(before) + 1;
    return isOwn ? [{ ...next, body: { ...next.body, version: row.version } }] : [];
  }
  // Of what is no plan any more, its completion could not say what it adds.
  if (next.op === "complete") return isPlan(row) ? [{ ...next, base: row }] : [];
  if (next.op !== "update") return [];
  const body = mergedBody(next, row);
  return body ? [{ ...next, body, base: row }] : [];
}
