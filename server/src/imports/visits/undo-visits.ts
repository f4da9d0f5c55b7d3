import type { Database } from "@rounds/database/connect.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { sql } from "kysely";
import { actAs } from "../../api/act.ts";
import { noteWhoDeleted } from "../../api/gone.ts";
import { returnStock } from "../../visits/return-stock.ts";
import { type Asked, type Problem, type SettledRow, type StoredRow, takenBack } from "../noun-import.ts";

/**
 * Deletes the visits of rows that nobody has changed since, each as a batch of its own; stock comes back only if they moved
 * it. All rows of a visit are settled with it, also those of later portions.
 */
export async function undoVisits(
  tx: Database,
  rows: readonly StoredRow[],
  { id, actor }: Asked,
): Promise<SettledRow[]> {
  const ids = [...new Set(rows.flatMap(({ record_id }) => record_id ?? []))];
  const { rows: visits } = await sql<{ id: string; version: number }>`
    select id, version from visits where id = any(${ids}::uuid[]) order by id for update`.execute(tx);
  const versions = new Map(visits.map((visit) => [visit.id, visit.version]));
  const { rows: all } = await sql<StoredRow>`
    select line, record_id, batch_id from imports.rows
    where import_id = ${id} and outcome = 'applied' and record_id = any(${ids}::uuid[]) order by line`.execute(
    tx,
  );
  await sql`
    select from products where id in (select product_id from sales where visit_id = any(${ids}::uuid[]))
    order by id for no key update`.execute(tx);
  const batches = new Map(all.map(({ record_id, batch_id }) => [record_id, batch_id]));
  for (const visit of visits) {
    if (visit.version !== 1) continue;
    await actAs(tx, { ...actor, operation_key: batches.get(visit.id) ?? null });
    await returnStock(tx, { visit_id: visit.id }, actor);
    await sql`delete from visits where id = ${visit.id}`.execute(tx);
  }
  await noteWhoDeleted(tx, actor);
  return all.map((row) => takenBack(row, problemOf(versions.get(row.record_id ?? ""))));
}

function problemOf(version: number | undefined): Problem | null {
  if (version === undefined) return { code: "gone", message: errorMessage("gone") };
  return version === 1 ? null : { code: "changed_meanwhile", message: "Somebody changed this visit since." };
}
