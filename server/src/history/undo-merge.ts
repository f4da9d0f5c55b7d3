import type { Database } from "@rounds/database/connect.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { missing } from "../api/gone.ts";
import { haveVisitsOfOthersThan } from "../api/own-rows.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";
import { edited } from "../api/records.ts";
import type { Moved } from "../doctors/merge-doctors.ts";
import type { Change } from "./batch.ts";
import { restore } from "./restore.ts";

type StoredMerge = { kept: string; merged: string; moved: Moved; undone_at: string | null };

/** The merge that a batch is; undefined for any other batch. */
export async function readMerge(db: Database, batch: string): Promise<StoredMerge | undefined> {
  const { rows } = await sql<StoredMerge>`
    select kept, merged, moved, undone_at from directory.doctor_merges where id = ${batch}::uuid`.execute(db);
  return rows[0];
}

/**
 * Makes two doctors of one again: what went comes back, what moved moves back, and the fields of the one that stays are as they
 * were (`undoFields`). Visits that were recorded since stay where they are. Throws `not_found` if it is undone already, `gone`
 * if the one that stays is not there, `changed_meanwhile` if a visit that moved was changed or deleted since, and `not_permitted`
 * if visits of others would move back and the person may not change such any more. Expects the actor with the key of the
 * undoing's own batch.
 */
export async function undoMerge(
  tx: Database,
  batch: string,
  { kept, merged, moved, undone_at }: StoredMerge,
  changes: readonly Change[],
  actor: Actor,
  undoFields: (id: string, own: Change[]) => Promise<void>,
): Promise<void> {
  const there = await sql`select from doctors where id = ${kept}::uuid for update`.execute(tx);
  const undoing = await sql`
    update directory.doctor_merges set undone_at = now() where id = ${batch}::uuid and undone_at is null returning id`.execute(
    tx,
  );
  if (undone_at !== null || undoing.rows.length === 0) throw new AppError("not_found");
  if (there.rows.length === 0) throw await missing(tx, kept);
  const ids = moved.visits.map(({ id }) => id);
  const still = await sql<{ id: string; version: number }>`
    select id, version from visits where id = any(${ids}::uuid[]) and doctor_id = ${kept}::uuid order by id for update`.execute(
    tx,
  );
  const versions = new Map(still.rows.map(({ id, version }) => [id, version]));
  if (moved.visits.some(({ id, version }) => versions.get(id) !== version))
    throw new AppError("changed_meanwhile", {
      message: "A visit that moved was changed or deleted since, so the doctors can't be told apart again.",
    });
  if (!isPermitted(actor, "edit_visits_of_others")) {
    const others = haveVisitsOfOthersThan(actor, sql`${ids}::uuid[]`);
    const { rows } = await sql<{ others: boolean }>`select ${others} as others`.execute(tx);
    if (rows[0]?.others) throw notPermitted("edit_visits_of_others", mergeNeeds.undo);
  }
  await sql`delete from directory.doctor_aliases where id = ${merged}::uuid`.execute(tx);
  await restore(
    tx,
    changes.filter(({ op }) => op === "deleted"),
    {},
    actor,
  );
  // An edit that waits on a phone since then names the doctor who stays, and would move its visit there again.
  await tx
    .updateTable("visits")
    .set({ doctor_id: merged, ...edited(actor) })
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
  await noteVersions(tx, merged, moved.visits);
  await sql`
    update visit_skips set doctor_id = ${merged}::uuid
    from jsonb_to_recordset(${JSON.stringify(moved.skips)}::jsonb) as moved (user_id uuid, day date)
    where doctor_id = ${kept}::uuid and visit_skips.user_id = moved.user_id and visit_skips.day = moved.day`.execute(
    tx,
  );
  const own = changes.filter(
    ({ noun, op, row_id }) => noun === "doctors" && op === "updated" && row_id === kept,
  );
  if (own.length > 0) await undoFields(kept, own);
  if (moved.kept_created_at !== null) await giveBackCreated(tx, kept, moved.kept_created_at);
}

/**
 * Notes the next versions of visits that moved back to a doctor in the standing merges that had moved them to that doctor
 * before, at the same versions: nothing else changed them, so these can be undone too.
 */
async function noteVersions(tx: Database, doctor: string, visits: Moved["visits"]): Promise<void> {
  await sql`
    with recursive earlier as (
      select ${doctor}::uuid as id
      union
      select alias.id from earlier join directory.doctor_aliases as alias on alias.doctor_id = earlier.id
    )
    update directory.doctor_merges set moved = jsonb_set(moved, '{visits}', (
      select jsonb_agg(visit || case when back.id is null then '{}' else jsonb_build_object('version', back.version + 1) end
        order by place)
      from jsonb_array_elements(moved -> 'visits') with ordinality as each (visit, place)
        left join jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as back (id uuid, version integer)
          on back.id = (visit ->> 'id')::uuid and back.version = (visit ->> 'version')::integer))
    where kept in (select id from earlier) and undone_at is null and moved -> 'visits' <> '[]'`.execute(tx);
}

/**
 * Gives the doctor who stays the moment back that an undone merge remembers. As long as other merges stand, the doctor was in the
 * directory as long as the oldest of all: then the merge that accounts for the next older moment remembers it instead. Each merge
 * remembers an older moment than the one before it, so their order needs no clock. Expects the doctor locked.
 */
async function giveBackCreated(tx: Database, kept: string, was: string): Promise<void> {
  const remember = sql`update directory.doctor_merges
    set moved = jsonb_set(moved, '{kept_created_at}', to_jsonb(${was}::text))`;
  const standing = sql`select id from directory.doctor_merges where kept = ${kept}::uuid and undone_at is null`;
  const later = await sql`
    ${remember} where id = (${standing} and (moved ->> 'kept_created_at')::timestamptz < ${was}::timestamptz
      order by (moved ->> 'kept_created_at')::timestamptz desc limit 1) returning id`.execute(tx);
  if (later.rows.length > 0) return;
  // Who went was younger than the undone one, and may be older than this moment.
  await sql`
    with older as (
      ${remember} where id = (${standing} and (moved ->> 'merged_created_at')::timestamptz < ${was}::timestamptz
        order by (moved ->> 'merged_created_at')::timestamptz limit 1) returning moved ->> 'merged_created_at' as added)
    update doctors set created_at = coalesce((select added from older), ${was})::timestamptz
    where id = ${kept}::uuid`.execute(tx);
}
