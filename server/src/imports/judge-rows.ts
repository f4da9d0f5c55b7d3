import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { isOwnDoctor } from "@rounds/domain/account/own-rows.ts";
import { type CleanedDoctor, cleanDoctor } from "@rounds/domain/imports/clean-doctor.ts";
import { identityOf, type KnownDoctor, keysOf } from "@rounds/domain/imports/compare-doctors.ts";
import type { ImportCells, ImportReason } from "@rounds/domain/imports/import-row.ts";
import { type Judgement, judgeDoctor, type OtherLine } from "@rounds/domain/imports/judge-doctor.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";
import { type ReadRow, readKnown } from "./known-doctors.ts";
import type { StoredRow } from "./queries.ts";
import { createReceivers } from "./receivers.ts";

/** A row with what becomes of it, and the doctors with whom it was compared. */
export type JudgedRow = ReadRow & { judgement: Judgement; known: readonly KnownDoctor[] };

type Asked = { id: string; actor: Actor; now: string };

/** How many other lines of the file one key finds. */
const mostOthers = 3;

/**
 * Says what becomes of rows, in the order of their lines, by what is there now. With `amongLines`, a row that is like one
 * before it which creates or updates a doctor is for a person to decide.
 */
export async function judgeRows(
  tx: Database,
  rows: readonly StoredRow[],
  { id, actor, now }: Asked,
  { amongLines }: { amongLines: boolean },
): Promise<JudgedRow[]> {
  const read = rows.map((stored): ReadRow => ({ stored, cleaned: cleanDoctor(stored.cells) }));
  const known = await readKnown(tx, id, read);
  const receiverOf = await createReceivers(tx, now);
  const lines = amongLines ? await readOtherLines(tx, id, read, known) : undefined;
  return read.map(({ stored, cleaned }) => {
    const doctors = known.get(stored.line) ?? [];
    const judgement = judgeDoctor({
      row: cleaned,
      known: doctors,
      others: lines?.othersOf(cleaned, doctors) ?? [],
      receiver: receiverOf(cleaned.representative),
      decision: stored.decision,
      chosen_id: stored.chosen_id,
      refusedToGive: (doctor) => refusedToGive(doctor, actor),
    });
    lines?.add(stored.line, cleaned, judgement);
    return { stored, cleaned, judgement, known: doctors };
  });
}

/** As a bulk edit: who may not delete doctors of others does not give them away either. */
function refusedToGive(doctor: KnownDoctor, actor: Actor): ImportReason | null {
  if (isPermitted(actor, "delete_doctors_of_others") || isOwnDoctor(doctor, actor.id)) return null;
  const { code, message } = notPermitted("delete_doctors_of_others");
  return { field: "representative", code, message };
}

/** The lines of a file that create or update a doctor, by what they are found: stored ones, and those that are added. */
class OtherLines {
  private readonly byKey = new Map<string, OtherLine[]>();
  private readonly byTarget = new Map<string, OtherLine>();

  keep(other: OtherLine, keys: readonly string[]): void {
    for (const key of keys) {
      const same = this.byKey.get(key);
      if (!same) this.byKey.set(key, [other]);
      else if (same.length < mostOthers) same.push(other);
    }
    // An update counts more than a row that changes nothing.
    const known = other.target_id !== null && this.byTarget.get(other.target_id);
    if (other.target_id !== null && (!known || known.verdict === "same"))
      this.byTarget.set(other.target_id, other);
  }

  add(line: number, row: CleanedDoctor, { verdict, target_id }: Judgement): void {
    if (verdict !== "create" && verdict !== "update" && verdict !== "same") return;
    const identity = identityOf(row);
    this.keep({ line, identity, verdict, target_id }, verdict === "same" ? [] : keysOf(identity).kept);
  }

  othersOf(row: CleanedDoctor, doctors: readonly KnownDoctor[]): OtherLine[] {
    const found = keysOf(identityOf(row)).sought.flatMap((key) => this.byKey.get(key) ?? []);
    const changing = doctors.flatMap(({ id }) => this.byTarget.get(id) ?? []);
    return [...new Set([...changing, ...found])];
  }
}

async function readOtherLines(
  tx: Database,
  id: string,
  rows: readonly ReadRow[],
  known: ReadonlyMap<number, readonly KnownDoctor[]>,
): Promise<OtherLines> {
  const lines = new OtherLines();
  const keys = [...new Set(rows.flatMap(({ cleaned }) => keysOf(identityOf(cleaned)).sought))];
  const targets = [...new Set([...known.values()].flat().map((doctor) => doctor.id))];
  const { rows: found } = await sql<Omit<OtherLine, "identity"> & { cells: ImportCells; keys: string[] }>`
    with found as (
      select line, sought.key from ${asRows(
        keys.map((key) => ({ key })),
        { key: "text" },
        "sought",
      )} cross join lateral (
        select line from imports.keys where import_id = ${id} and keys.key = sought.key
        order by line limit ${sql.lit(mostOthers)}
      ) as kept
      union all
      (select distinct on (target_id) line, null from imports.rows
      where import_id = ${id} and verdict in ('update', 'same') and target_id = any(${targets}::uuid[])
      order by target_id, verdict desc, line)
    )
    select line, cells, verdict, target_id, keys
    from (
      select line, coalesce(array_agg(key) filter (where key is not null), '{}') as keys from found group by line
    ) as lines join imports.rows using (line)
    where import_id = ${id} and verdict in ('create', 'update', 'same') order by line`.execute(tx);
  for (const { cells, keys: kept, ...other } of found)
    lines.keep({ ...other, identity: identityOf(cleanDoctor(cells)) }, kept);
  return lines;
}
