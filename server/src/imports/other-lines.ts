import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import type { Judgement, OtherLine } from "@rounds/domain/imports/judgement.ts";
import { sql } from "kysely";
import type { ReadRow } from "./noun-import.ts";

/** How many other lines of the file one key finds. */
const mostOthers = 3;

/** The lines of a file that create or update a record, by what they are found: stored ones, and those that are added. */
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

  add({ stored: { line, cells }, keys }: ReadRow, { verdict, target_id }: Judgement): void {
    if (verdict !== "create" && verdict !== "update" && verdict !== "same") return;
    this.keep({ line, cells, verdict, target_id }, verdict === "same" ? [] : keys.kept);
  }

  of({ keys, known }: ReadRow): OtherLine[] {
    const found = keys.sought.flatMap((key) => this.byKey.get(key) ?? []);
    const changing = known.flatMap((id) => this.byTarget.get(id) ?? []);
    return [...new Set([...changing, ...found])];
  }
}

/** The lines of a file, checked before, that may be like some of these rows. */
export async function readOtherLines(
  tx: Database,
  id: string,
  rows: readonly ReadRow[],
): Promise<OtherLines> {
  const lines = new OtherLines();
  const keys = [...new Set(rows.flatMap((row) => row.keys.sought))];
  const targets = [...new Set(rows.flatMap(({ known }) => known))];
  const { rows: found } = await sql<OtherLine & { keys: string[] }>`
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
  for (const { keys: kept, ...other } of found) lines.keep(other, kept);
  return lines;
}
