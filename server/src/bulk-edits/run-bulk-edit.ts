import type { Database } from "@rounds/database/connect.ts";
import { asRows } from "@rounds/database/select.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { isOwnDoctor } from "@rounds/domain/account/own-rows.ts";
import { type BulkChange, type BulkEdit, portions } from "@rounds/domain/bulk-edits/bulk-edit.ts";
import { changedDoctor, fieldOf } from "@rounds/domain/bulk-edits/changed-doctor.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type { AppError } from "@rounds/domain/errors/app-error.ts";
import { errorMessage } from "@rounds/domain/errors/errors.ts";
import { sql } from "kysely";
import { actAs } from "../api/act.ts";
import type { Actor } from "../api/context.ts";
import { noteWhoDeleted } from "../api/gone.ts";
import { withEditKey } from "../api/operation-key.ts";
import { hasVisitsOfOthers, readDoctorsWithVisitsOfOthers } from "../api/own-rows.ts";
import { isPermitted, notPermitted } from "../api/permission.ts";
import { edited } from "../api/records.ts";
import { lockProducts } from "../stock/ledger.ts";
import { returnStock } from "../visits/return-stock.ts";
import {
  nextRows,
  type Problem,
  type RowState,
  readBulkEdit,
  readOtherEffects,
  readStored,
  settle,
} from "./queries.ts";

/** What a person does with their own doctors only, without the permission for those of others. */
const ofOwners: ReadonlySet<BulkChange["kind"]> = new Set<BulkChange["kind"]>([
  "delete",
  "representative_id",
]);

type Row = Awaited<ReturnType<typeof nextRows>>[number];
const lockedFields = [
  "id",
  "version",
  "doctor_class",
  "doctor_type",
  "address",
  "norm",
  "representative_id",
] as const;
type Locked = Pick<Doctor, (typeof lockedFields)[number]>;
type Settled = { row_id: string; state: RowState; problem?: Problem };

/**
 * Changes or deletes the next portion of a bulk edit, in one transaction. What was changed or deleted since it was chosen
 * is refused, and what the person may not change or delete so; the rest goes on. A repetition goes on where the last one ended. Throws `not_found` and `forbidden`.
 */
export async function runBulkEdit(db: Database, id: string, actor: Actor): Promise<BulkEdit> {
  return await transaction(db, async (tx) => {
    const { change } = await readStored(tx, id, actor, { locked: true });
    await sql`update bulk.edits set started_at = now() where id = ${id} and started_at is null`.execute(tx);
    const most = change.kind === "delete" ? portions.delete : portions.change;
    const rows = await nextRows(tx, id, "waiting", most);
    if (rows.length > 0 && !(await lockRepresentative(tx, change))) {
      await settle(
        tx,
        id,
        rows.map((row) => refusal(row, "representative_missing")),
      );
    } else if (rows.length > 0) {
      const { refused, found } = await lock(tx, rows, change, actor);
      const settled =
        change.kind === "delete" ? await remove(tx, id, found, actor) : await write(tx, change, found, actor);
      await settle(tx, id, [...refused, ...settled]);
    }
    return await readBulkEdit(tx, id);
  });
}

const refusal = (
  { row_id }: Row,
  code: "gone" | "changed_meanwhile" | "representative_missing",
): Settled => ({
  row_id,
  state: "refused",
  problem: {
    code,
    message: code === "changed_meanwhile" ? "Somebody changed this after you chose it." : errorMessage(code),
  },
});

/**
 * Locks the account of the person who gets the doctors, before the doctors, as the deletion of an account does; false if it
 * was deleted since this was prepared.
 */
async function lockRepresentative(tx: Database, change: BulkChange): Promise<boolean> {
  if (change.kind !== "representative_id" || change.value === null) return true;
  const { rows } = await sql`
    select from auth.users where id = ${change.value} and deleted_at is null for share`.execute(tx);
  return rows.length > 0;
}

const refusedFor = ({ row_id }: Row, { code, message }: AppError): Settled => ({
  row_id,
  state: "refused",
  problem: { code, message },
});

/** The rows that are there as they were chosen, locked, and those that are not or that the person may not change so. */
async function lock(tx: Database, rows: readonly Row[], change: BulkChange, actor: Actor) {
  const { kind } = change;
  const doctors = await tx
    .selectFrom("doctors")
    .select(lockedFields)
    .where(
      "id",
      "in",
      rows.map(({ row_id }) => row_id),
    )
    .orderBy("id")
    .$call((query) => (kind === "delete" ? query.forUpdate() : query.forNoKeyUpdate()))
    .execute();
  const mayAny = !ofOwners.has(kind) || isPermitted(actor, "delete_doctors_of_others");
  const isSame = (doctor: Locked) =>
    kind === "representative_id" && doctor.representative_id === change.value;
  const isOfOthers = (doctor: Locked) => !mayAny && !isOwnDoctor(doctor, actor.id) && !isSame(doctor);
  const byId = new Map(doctors.map((doctor) => [doctor.id, doctor]));
  const found: { row: Row; doctor: Locked }[] = [];
  const refused: Settled[] = [];
  for (const row of rows) {
    const doctor = byId.get(row.row_id);
    if (!doctor) refused.push(refusal(row, "gone"));
    else if (doctor.version !== row.version) refused.push(refusal(row, "changed_meanwhile"));
    else if (isOfOthers(doctor)) refused.push(refusedFor(row, notPermitted("delete_doctors_of_others")));
    else found.push({ row, doctor });
  }
  return { refused, found };
}

/** The type of a changed column. */
const typeOf = (field: ReturnType<typeof fieldOf>) =>
  field === "norm" ? "integer" : field === "representative_id" ? "uuid" : "text";

async function write(
  tx: Database,
  change: Exclude<BulkChange, { kind: "delete" }>,
  found: readonly { row: Row; doctor: Locked }[],
  actor: Actor,
): Promise<Settled[]> {
  const field = fieldOf(change);
  const given: { given_id: string; batch_id: string; value: string | number | null }[] = [];
  const settled = found.map(({ row: { row_id, batch_id }, doctor }): Settled => {
    const changed = changedDoctor(change, doctor);
    if (changed === "same") return { row_id, state: "same" };
    if (changed === "too_long") {
      const message = "With this city, the address is longer than 500 characters.";
      return { row_id, state: "refused", problem: { code: "validation_failed", message } };
    }
    given.push({ given_id: row_id, batch_id, value: changed.value });
    return { row_id, state: "done" };
  });
  if (given.length > 0) {
    const { edit_keys: _, ...stamp } = edited(actor);
    const set = {
      ...stamp,
      [field]: sql.ref("value"),
      edit_keys: withEditKey(sql.ref("batch_id")),
    };
    await sql`
      update doctors set ${sql.join(Object.entries(set).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
      from ${asRows(given, { given_id: "uuid", batch_id: "uuid", value: typeOf(field) }, "given")}
      where id = given_id`.execute(tx);
  }
  return settled;
}

/**
 * Deletes locked doctors, each as a batch of its own; one with whom something else would go than was confirmed is refused.
 * Visits and products are locked before, in the order of every command.
 */
async function remove(
  tx: Database,
  id: string,
  chosen: readonly { row: Row }[],
  actor: Actor,
): Promise<Settled[]> {
  const all = chosen.map(({ row }) => row.row_id);
  if (all.length === 0) return [];
  await tx
    .selectFrom("visits")
    .select("id")
    .where("doctor_id", "in", all)
    .orderBy("id")
    .forUpdate()
    .execute();
  const others = await readOtherEffects(tx, id, all);
  const withVisits = await readDoctorsWithVisitsOfOthers(tx, all, actor);
  const refused = chosen.flatMap(({ row }) => {
    if (others.has(row.row_id)) return refusal(row, "changed_meanwhile");
    return withVisits.has(row.row_id) ? refusedFor(row, hasVisitsOfOthers()) : [];
  });
  const found = chosen.filter(({ row }) => !others.has(row.row_id) && !withVisits.has(row.row_id));
  const ids = found.map(({ row }) => row.row_id);
  const sold = tx
    .selectFrom("sales")
    .select("product_id")
    .distinct()
    .where("doctor_id", "=", sql<string>`any(${ids}::uuid[])`);
  await lockProducts(
    tx,
    (await sold.execute()).map(({ product_id }) => product_id),
  );
  for (const { row } of found) {
    await actAs(tx, { ...actor, operation_key: row.batch_id });
    await returnStock(tx, { doctor_id: row.row_id }, actor);
    await tx.deleteFrom("doctors").where("id", "=", row.row_id).execute();
  }
  await noteWhoDeleted(tx, actor);
  return [...refused, ...ids.map((row_id): Settled => ({ row_id, state: "done" }))];
}
