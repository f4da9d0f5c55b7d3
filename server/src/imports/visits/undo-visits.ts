import type { Database } from "@rounds/database/connect.ts";
import { sql } from "kysely";
import { actAs } from "../../api/act.ts";
import { noteWhoDeleted } from "../../api/gone.ts";
import { isOfOthersThan } from "../../api/own-rows.ts";
import { returnStock } from "../../visits/return-stock.ts";
import { type Asked, type Problem, type SettledRow, type StoredRow, takenBack } from "../noun-import.ts";
import { problemWith, problemWithout } from "../undo-records.ts";

/**
 * Deletes the visits of rows that nobody has changed since and that the person may delete, each as a batch of its own; stock comes
 * back only if they moved
 * it. All rows of a visit are settled with it, also those of later portions.
 */
export async function undoVisits(
  tx: Database,
  rows: readonly StoredRow[],
  { id, actor }: Asked,
): Promise<SettledRow[]> {
  const ids = [...new Set(rows.flatMap(({ record_id }) => record_id ?? []))];
  const { rows: visits } = await sql<LockedVisit>`
    select visits.id, visits.version, ${isOfOthersThan(actor)} as is_of_others
    from visits join doctors on doctors.id = doctor_id
    where visits.id = any(${ids}::uuid[]) order by visits.id for update of visits`.execute(tx);
  const refused = problemWithout(actor, "delete_visits_of_others");
  const problems = new Map(visits.map((visit) => [visit.id, problemOf(visit, refused)]));
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
    if (problems.get(visit.id)) continue;
    await actAs(tx, { ...actor, operation_key: batches.get(visit.id) ?? null });
    await returnStock(tx, { visit_id: visit.id }, actor);
    await sql`delete from visits where id = ${visit.id}`.execute(tx);
  }
  await noteWhoDeleted(tx, actor);
  return all.map((row) => {
    const problem = problems.get(row.record_id ?? "");
    return takenBack(row, problem === undefined ? problemWith("gone") : problem);
  });
}

type LockedVisit = { id: string; version: number; is_of_others: boolean };

function problemOf({ version, is_of_others }: LockedVisit, refused: Problem | null): Problem | null {
  if (version !== 1) return { code: "changed_meanwhile", message: "Somebody changed this visit since." };
  return is_of_others ? refused : null;
}
