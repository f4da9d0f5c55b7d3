import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { type BulkEdit, type bulkEditCreation, mostRows } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Actor, Context } from "../api/context.ts";
import { createOnce } from "../api/records.ts";
import { isRepresentative } from "../coverage/queries.ts";
import { matchingDoctors } from "../doctors/queries.ts";
import { noteEffects, readBulkEdit, refuseDoctorsOfOthers, refuseToDelete } from "./queries.ts";

/** How many prepared ones a person keeps that were never started, as in tabs that were left. */
const mostPrepared = 5;
/** How many old ones go with each new one. */
const forgottenAtOnce = 20;

/**
 * Stores which doctors are to be changed and how, and changes none. The same request again gives the same. Throws
 * `validation_failed` for more than `mostRows` matching ones, `representative_missing` if they can't belong to the person,
 * and `id_taken` if the id was used for something else.
 */
export async function prepareBulkEdit(
  db: Database,
  { id, change, selection }: z.output<typeof bulkEditCreation>,
  { actor, now, deleted_days }: Pick<Context, "actor" | "now" | "deleted_days">,
): Promise<BulkEdit> {
  return await transaction(db, async (tx) => {
    const content = { change, selection };
    const { isNew } = await createOnce(tx, "bulk.edits", { id, change: JSON.stringify(change) }, actor, {
      content,
    });
    if (!isNew) return await readBulkEdit(tx, id);
    if (change.kind === "representative_id" && change.value !== null) {
      const message = "Doctors can't be given to this person. Please choose somebody else.";
      if (!(await isRepresentative(tx, change.value, now)))
        throw new AppError("representative_missing", { fields: { "change.value": message } });
    }
    const chosen =
      "rows" in selection
        ? sql`select distinct on (id) id, version from ${asRows(selection.rows, { id: "uuid", version: "integer" }, "chosen")}`
        : matchingDoctors(tx, selection.matching, { actor })
            .select(["id", "version"])
            .limit(mostRows + 1);
    const { numAffectedRows } = await sql`
      insert into bulk.rows (edit_id, row_id, version) select ${id}::uuid, id, version from (${chosen}) as chosen`.execute(
      tx,
    );
    if ((numAffectedRows ?? 0n) > mostRows) {
      const message = `Please choose at most ${formatCount(mostRows)}: filter the list further`;
      throw new AppError("validation_failed", { fields: { selection: message } });
    }
    if (change.kind === "delete") {
      await refuseToDelete(tx, id, actor);
      await noteEffects(tx, id);
    }
    if (change.kind === "representative_id") await refuseDoctorsOfOthers(tx, id, change.value, actor);
    await forget(tx, actor, deleted_days);
    return await readBulkEdit(tx, id);
  });
}

/** Removes those that can't be undone any more, as the history forgets them too, and those that nobody started. */
async function forget(tx: Database, actor: Actor, days: number): Promise<void> {
  await sql`
    delete from bulk.edits where id in (
      select id from bulk.edits where made_at < now() - ${`${days} days`}::interval
      order by made_at limit ${forgottenAtOnce} for update skip locked)
    or id in (
      select id from bulk.edits where made_by = ${actor.id} and started_at is null
      order by made_at desc, id offset ${mostPrepared})`.execute(tx);
}
