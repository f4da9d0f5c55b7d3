import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import {
  fullerOf,
  type Merged,
  type MergeMoves,
  type MergePreview,
  type merge,
} from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { mergeNeeds } from "@rounds/domain/doctors/duplicates/merge-needs.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { sql } from "kysely";
import type { z } from "zod";
import { actInBatch } from "../api/act.ts";
import type { Actor } from "../api/context.ts";
import { doctorOf } from "../api/doctor-aliases.ts";
import { missing, noteWhoDeleted } from "../api/gone.ts";
import { hasVisitsOfOthersThan, requireOwnDoctor } from "../api/own-rows.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";
import { requireVersion } from "../api/record.ts";
import { readDoctor, updateAnyDoctor } from "./queries.ts";

/**
 * Plans of both doctors by one person for one day: one of each two goes, which says nothing more than the other. Two that both
 * have notes or sales stay.
 */
const doubledPlans = (kept: string, other: string) => sql<{ id: string }>`
  select case when other.is_bare then other.id else kept.id end as id
  from (${plansOf(kept)}) as kept join (${plansOf(other)}) as other using (created_by, visit_date)
  where kept.is_bare or other.is_bare`;

const plansOf = (doctor: string) => sql`
  select distinct on (created_by, visit_date) id, created_by, visit_date,
    notes is null and not exists (select from sales where visit_id = visits.id) as is_bare
  from visits where doctor_id = ${doctor}::uuid and status = 'scheduled' and created_by is not null
  order by created_by, visit_date, id`;

/** What moves with a doctor to the one that stays. */
async function readMoves(db: Database, kept: string, other: string): Promise<MergeMoves> {
  const { rows } = await sql<MergeMoves>`
    select count(distinct visits.id) as visits, count(sales.id) as sales,
      count(distinct visits.id) filter (where status = 'scheduled') as planned,
      (select count(*) from visit_skips where doctor_id = ${other}::uuid) as skips,
      (select count(distinct id) from (${doubledPlans(kept, other)}) as doubled) as dropped
    from visits left join sales on sales.visit_id = visits.id where visits.doctor_id = ${other}::uuid`.execute(
    db,
  );
  return rows[0] ?? { visits: 0, sales: 0, planned: 0, skips: 0, dropped: 0 };
}

/** Both doctors, and what moves if one of them goes, for a person. Throws `not_found`, and `validation_failed` for one and the same. */
export async function previewMerge(
  db: Database,
  id: string,
  otherId: string,
  actor: Actor,
): Promise<MergePreview> {
  const one = await readDoctor(db, id);
  requireTwo(one.id, otherId || one.id);
  const other = await readDoctor(db, otherId);
  requireTwo(one.id, other.id);
  const moves = { one: await readMoves(db, other.id, one.id), other: await readMoves(db, one.id, other.id) };
  const fuller = fullerOf({ ...one, visits: moves.one.visits }, { ...other, visits: moves.other.visits });
  const ofOthers = await visitedByOthers(db, [one.id, other.id], actor);
  const visits_of_others = { one: ofOthers.has(one.id), other: ofOthers.has(other.id) };
  return { one, other, visits_of_others, moves, fuller: fuller.id };
}

/** Those of the doctors to whom others have recorded visits. */
async function visitedByOthers(db: Database, ids: readonly string[], actor: Actor): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from doctors where id = any(${ids}::uuid[]) and ${hasVisitsOfOthersThan(actor)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Throws `not_permitted` if the person may not let a doctor go, which deletes the doctor and changes whom its visits are about.
 * Expects all of them locked.
 */
async function requireMayGo(tx: Database, doctor: Doctor, actor: Actor): Promise<void> {
  requireOwnDoctor(actor, doctor, mergeNeeds.doctor);
  if (isPermitted(actor, "edit_visits_of_others")) return;
  if ((await visitedByOthers(tx, [doctor.id], actor)).size > 0)
    throw notPermitted("edit_visits_of_others", mergeNeeds.visits);
}

function requireTwo(one: string, other: string): void {
  if (one !== other) return;
  throw new AppError("validation_failed", { fields: { other: "Please choose another doctor" } });
}

/**
 * Makes one of two doctors: `other` goes, its visits, plans and skips move to the one that stays, which gets the chosen fields, and
 * its id stays as an alias. A repetition gives the doctor that stays and merges nothing, also if the merge was undone since. Throws
 * `not_found`, `gone`, `changed_meanwhile` if one of them has another version, `not_permitted` if a doctor of somebody else or one with
 * visits of others would go, or one of somebody else would change hands, and `id_taken` for the key of another merge. Locks both doctors
 * and then the visits by id, as every command does.
 */
export async function mergeDoctors(
  db: Database,
  id: string,
  { other: otherId, version, other_version, fields }: z.output<typeof merge>,
  sender: Actor,
): Promise<Merged> {
  return await transaction(db, async (tx) => {
    const rows = await sql<{ id: string }>`
      select id from doctors where id in (${id}::uuid, ${otherId}::uuid) order by id for update`.execute(tx);
    const there = new Set(rows.rows.map((row) => row.id));
    if (!there.has(id)) throw await missing(tx, id);
    requireTwo(id, otherId);
    if (!there.has(otherId)) return await repeated(tx, id, otherId);
    // What the merge does has one batch, also for who sends no key, or that of somebody else's batch.
    const actor = await actInBatch(tx, sender);
    if (await isUndone(tx, actor.operation_key, { kept: id, merged: otherId }))
      return { doctor: await readDoctor(tx, id), moves: nothing };
    const [kept, other] = [await readDoctor(tx, id), await readDoctor(tx, otherId)];
    await requireVersion(tx, kept, version);
    await requireVersion(tx, other, other_version);
    const representative_id =
      fields.representative_id === undefined ? kept.representative_id : fields.representative_id;
    if (kept.representative_id !== representative_id) requireOwnDoctor(actor, kept);
    await sql`
      select from visits where doctor_id in (${id}::uuid, ${otherId}::uuid) order by id for update`.execute(
      tx,
    );
    await requireMayGo(tx, other, actor);
    const moves = await readMoves(tx, id, otherId);
    const moved = await moveAll(tx, kept, other);
    const isEdited = Object.entries(fields).some(
      ([name, value]) => value !== undefined && value !== kept[name as keyof Doctor],
    );
    if (isEdited) await updateAnyDoctor(tx, id, { ...fields, version }, actor);
    await sql`
      insert into directory.doctor_merges (id, kept, merged, name, by, moved)
      values (${actor.operation_key}::uuid, ${id}::uuid, ${otherId}::uuid, ${other.name}, ${actor.id}::uuid,
        ${JSON.stringify(moved)}::jsonb)`.execute(tx);
    await tx.deleteFrom("doctors").where("id", "=", otherId).execute();
    await sql`
      insert into directory.doctor_aliases (id, doctor_id) values (${otherId}::uuid, ${id}::uuid)`.execute(
      tx,
    );
    await noteWhoDeleted(tx, actor);
    return { doctor: await readDoctor(tx, id), moves };
  });
}

const nothing: MergeMoves = { visits: 0, planned: 0, sales: 0, skips: 0, dropped: 0 };

async function repeated(tx: Database, id: string, otherId: string): Promise<Merged> {
  if ((await doctorOf(tx, otherId)) !== id) throw await missing(tx, otherId);
  return { doctor: await readDoctor(tx, id), moves: nothing };
}

/**
 * Whether a batch merged two doctors who are both there: that was undone since. Throws `id_taken` if it merged others, who
 * can only be undone by it.
 */
async function isUndone(
  tx: Database,
  batch: string,
  two: { kept: string; merged: string },
): Promise<boolean> {
  const { rows } = await sql<typeof two>`
    select kept, merged from directory.doctor_merges where id = ${batch}::uuid`.execute(tx);
  const [known] = rows;
  if (known && (known.kept !== two.kept || known.merged !== two.merged)) throw new AppError("id_taken");
  return known !== undefined;
}

/** What a merge moved: visits with their versions, and skips. */
export type Moved = {
  visits: { id: string; version: number }[];
  skips: { user_id: string; day: string }[];
  /** When the one that stays was added, without this merge; null if the other one was not older. */
  kept_created_at: string | null;
  /** When the one that went was added; merges of earlier releases don't say it. */
  merged_created_at?: string;
};

/** Moves what a doctor has to the one that stays, who was in the directory as long as the older one. */
async function moveAll(tx: Database, kept: Doctor, other: Doctor): Promise<Moved> {
  const doubled = await sql<{
    id: string;
  }>`select distinct id from (${doubledPlans(kept.id, other.id)}) as doubled`.execute(tx);
  await sql`delete from visits where id = any(${doubled.rows.map(({ id }) => id)}::uuid[])`.execute(tx);
  const visits = await sql<Moved["visits"][number]>`
    update visits set doctor_id = ${kept.id}::uuid where doctor_id = ${other.id}::uuid returning id, version`.execute(
    tx,
  );
  // Who skipped both that day has skipped the doctor: the other row goes with its doctor.
  const skips = await sql<Moved["skips"][number]>`
    update visit_skips set doctor_id = ${kept.id}::uuid
    where doctor_id = ${other.id}::uuid and not exists (select from visit_skips as own
      where own.doctor_id = ${kept.id}::uuid and own.user_id = visit_skips.user_id and own.day = visit_skips.day)
    returning user_id, day`.execute(tx);
  await sql`
    insert into sync.pins (user_id, doctor_id) select user_id, ${kept.id}::uuid from sync.pins
    where doctor_id = ${other.id}::uuid on conflict do nothing`.execute(tx);
  const added = await sql<{ merged_created_at: string }>`
    select created_at::text as merged_created_at from doctors where id = ${other.id}::uuid`.execute(tx);
  const older = await sql<{ was: string }>`
    update doctors set created_at = other.created_at from doctors as other, doctors as own
    where doctors.id = ${kept.id}::uuid and other.id = ${other.id}::uuid and own.id = doctors.id
      and other.created_at < doctors.created_at
    returning own.created_at::text as was`.execute(tx);
  const kept_created_at = older.rows[0]?.was ?? null;
  return { visits: visits.rows, skips: skips.rows, kept_created_at, ...added.rows[0] };
}
