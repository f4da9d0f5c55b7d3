import type { Database } from "@rounds/database/connect.ts";
import type {
  HistoryChange,
  RecordHistory,
  RecordNoun,
  StaysDeleted,
} from "@rounds/domain/history/history.ts";
import { sql } from "kysely";
import { isErased, isRecent, type Reach } from "./batch.ts";
import { nameOf } from "./names.ts";

/** The deletion of a record that is not there, in the first page of its history. */
export function latestDeletion(noun: RecordNoun, { changes, created }: RecordHistory) {
  const latest = created ? undefined : changes.find((change) => change.noun === noun);
  return latest?.op === "deleted" ? latest : undefined;
}

/** Why nobody can bring a record back that is deleted, by its latest deletion; undefined if it can come back. */
export async function readWhyDeleted(
  db: Database,
  deletion: Pick<HistoryChange, "row_id" | "at" | "before" | "after">,
  reach: Reach,
): Promise<StaysDeleted | undefined> {
  if (isErased(deletion)) return { why: "erased" };
  // Who was merged into another comes back when the merge is undone.
  const { rows } = await sql<{ id: string; name: string | null }>`
    select id, ${nameOf("doctors", "kept.id")} as name
    from (select directory.doctor_of(id) as id from directory.doctor_aliases where id = ${deletion.row_id}::uuid) as kept`.execute(
    db,
  );
  const [into] = rows;
  if (into) return { why: "merged", into };
  return isRecent(deletion, reach) ? undefined : { why: "too_long_ago", days: reach.days };
}
