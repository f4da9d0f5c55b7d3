import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { AppError } from "@rounds/domain/errors/app-error.ts";
import { type RecordNoun, restorableDays, type Undone } from "@rounds/domain/history/history.ts";
import { itemOf } from "@rounds/domain/visits/item-of.ts";
import type { SaleInput, Visit } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import { actAs, actInBatch } from "../api/act.ts";
import type { Actor } from "../api/context.ts";
import { missing } from "../api/gone.ts";
import { requirePermission } from "../api/permission.ts";
import { changedMeanwhile, type Versioned } from "../api/record.ts";
import { readDoctor, updateAnyDoctor } from "../doctors/queries.ts";
import { readProduct, updateProduct } from "../products/queries.ts";
import { editVisit } from "../visits/edit-visit.ts";
import { readVisit } from "../visits/queries.ts";
import {
  type Change,
  isErased,
  isRecent,
  type Reach,
  readBatch,
  readDeletion,
  type Values,
} from "./batch.ts";
import { restore } from "./restore.ts";
import { readWhyDeleted } from "./stays-deleted.ts";
import { readMerge, undoMerge } from "./undo-merge.ts";
import { settingOf, type UndoableSetting, undoSettings } from "./undo-settings.ts";

/**
 * Brings back the latest deletion of a record, with what went with it; what else was deleted at once stays so. Throws
 * `not_found` for what the history does not have any more or was deleted too long ago, and what `restore` throws. A repetition, by
 * its key, does nothing more.
 */
export async function restoreDeleted(
  db: Database,
  id: string,
  { units = {}, ...reach }: Reach & { units?: Record<string, number> },
  actor: Actor,
): Promise<Undone> {
  return await transaction(db, async (tx) => {
    const changes = await readDeletion(tx, id);
    const root = rootOf(changes.filter(({ row_id }) => row_id === id));
    if (!root || changes.some(isErased) || (await readWhyDeleted(tx, root, reach)))
      throw new AppError("not_found");
    requireCatalogue(changes, actor);
    if (!(await isTakenBackUnder(tx, changes, actor))) {
      await actAs(tx, actor);
      await restore(tx, changes, units, actor);
    }
    return { noun: root.noun, id, records: 1 };
  });
}

/**
 * Takes back what was done at once: an edit by another edit, a deletion by bringing back what it took. Whoever did it may,
 * and administrators. `note` writes that a setting was taken back to the audit log, in the same transaction. Throws `not_found` for an
 * unknown batch, what people may do by their accounts and what was deleted too long ago, `forbidden` for somebody
 * else's, `changed_meanwhile` if a field has another value since, `gone` if the record was deleted since, and what `restore`
 * throws. A repetition, by its key, does nothing more.
 */
export async function undo(
  db: Database,
  batch: string,
  { units = {}, today, days = restorableDays, time_zone, isAdmin, note }: Undoing,
  actor: Actor,
): Promise<Undone> {
  return await transaction(db, async (tx) => {
    const changes = await readBatch(tx, batch);
    const setting = settingOf(changes);
    if (setting) {
      if (changes.some(isErased)) throw new AppError("not_found");
      requireOwn(changes, actor, isAdmin);
      const answer = { noun: setting, id: null, records: changes.length };
      if (await isTakenBackUnder(tx, changes, actor)) return answer;
      await actAs(tx, actor);
      await undoSettings(tx, changes, { actor, isAdmin, today });
      if (setting !== "leave_days") await note?.(tx, setting);
      return answer;
    }
    const root = rootOf(changes);
    // What was brought back is deleted, not undone.
    const isRestoring = changes.some(({ op, noun }) => op === "added" && noun !== "sales");
    if (!root || isRestoring || changes.some(isErased)) throw new AppError("not_found");
    requireOwn(changes, actor, isAdmin);
    requireCatalogue(changes, actor);
    const answer = { noun: root.noun, id: root.row_id, records: countRecords(changes.filter(isRecord)) };
    if (await isTakenBackUnder(tx, changes, actor)) return answer;
    const merge = await readMerge(tx, batch);
    if (merge) {
      const acting = await actInBatch(tx, actor);
      await undoMerge(tx, batch, merge, changes, acting, (id, own) =>
        undoFields(tx, id, own, { read: readDoctor, update: updateAnyDoctor }, acting),
      );
      return { noun: "doctors", id: merge.merged, records: 1 };
    }
    await actAs(tx, actor);
    const deleted = changes.filter(({ op, noun }) => op === "deleted" && noun !== "sales");
    if (deleted.length > 0) {
      if (!isRecent(root, { today, days, time_zone })) throw new AppError("not_found");
      await restore(tx, changes, units, actor);
    } else await undoEdit(tx, changes, today, actor);
    return answer;
  });
}

/** Whether the person has changed what a batch changed by this very operation, whose answer was lost. */
async function isTakenBackUnder(
  tx: Database,
  changes: readonly Change[],
  { id, operation_key }: Actor,
): Promise<boolean> {
  if (operation_key == null) return false;
  const [nouns, ids] = [changes.map(({ noun }) => noun), changes.map(({ row_id }) => row_id)];
  // Settings have no id.
  const { rows } = await sql`
    select from history.changes where batch_id = ${operation_key}::uuid and by = ${id}::uuid
      and noun = any(${nouns}::text[]) and (row_id is null or row_id = any(${ids}::uuid[])) limit 1`.execute(
    tx,
  );
  return rows.length > 0;
}

/** How something is taken back: who may, until when, and what else is written. */
type Undoing = {
  units?: Record<string, number>;
  today: Day;
  days?: number;
  time_zone: string;
  isAdmin: boolean;
  note?: (tx: Database, setting: Exclude<UndoableSetting, "leave_days">) => Promise<void>;
};

/** Throws `forbidden` for what somebody else did. */
function requireOwn(changes: readonly Change[], actor: Actor, isAdmin: boolean): void {
  if (!isAdmin && changes.some(({ by }) => by !== actor.id)) throw new AppError("forbidden");
}

/** Throws `not_permitted` if products come back or get former values, for somebody who may not change products. */
function requireCatalogue(changes: readonly Change[], actor: Actor): void {
  if (changes.some(({ noun }) => noun === "products")) requirePermission(actor, "change_products");
}

type RecordChange = Change & { noun: RecordNoun | "sales"; row_id: string };

/** The record that a batch is about: of a deletion the doctor before the visits, and of lines alone their visit. */
function rootOf(changes: readonly Change[]): (RecordChange & { noun: RecordNoun }) | undefined {
  const records = changes.filter(isRecord);
  const root = records.find(({ noun }) => noun !== "sales") ?? records[0];
  return root && { ...root, noun: root.noun === "sales" ? "visits" : root.noun };
}

/** A change of a record, or of a line, which has the id of its visit. */
function isRecord(change: Change): change is RecordChange {
  return change.row_id !== null && ["doctors", "products", "visits", "sales"].includes(change.noun);
}

/** How many records the changes are about; visits that went with their doctor don't count. */
function countRecords(changes: readonly RecordChange[]): number {
  const doctors = new Set(changes.filter(({ noun }) => noun === "doctors").map(({ row_id }) => row_id));
  const along = changes.filter(
    ({ noun, op, before }) => noun === "visits" && op === "deleted" && doctors.has(String(before?.doctor_id)),
  );
  const all = new Set(changes.map(({ row_id }) => row_id));
  return all.size - new Set(along.map(({ row_id }) => row_id)).size;
}

async function undoEdit(tx: Database, changes: readonly Change[], today: Day, actor: Actor): Promise<void> {
  const of = new Map<string, Change[]>();
  for (const change of changes) {
    if (!change.row_id) continue;
    const same = of.get(change.row_id);
    if (same) same.push(change);
    else of.set(change.row_id, [change]);
  }
  for (const [id, own] of of) {
    const noun = own.some(({ noun }) => noun === "visits" || noun === "sales") ? "visits" : own[0]?.noun;
    // Who gave a doctor away may take that back, although the doctor is somebody else's now.
    if (noun === "doctors")
      await undoFields(tx, id, own, { read: readDoctor, update: updateAnyDoctor }, actor);
    else if (noun === "products")
      await undoFields(tx, id, own, { read: readProduct, update: updateProduct }, actor);
    else if (noun === "visits") await undoVisit(tx, id, own, today, actor);
  }
}

type Fields = { id: string } & Versioned;
type Commands<Row extends Fields> = {
  read(db: Database, id: string): Promise<Row>;
  // biome-ignore lint/suspicious/noExplicitAny: of both nouns; only fields that the history has from them are set
  update(db: Database, id: string, given: any, actor: Actor): Promise<Row>;
};

/** The fields as they were before the first of the changes; undefined if one is not as the last one left it. */
function formerOf(changes: readonly Change[], current: Values): Values | undefined {
  const former: Values = {};
  const last: Values = {};
  for (const { before, after } of changes) {
    for (const [field, value] of Object.entries(before ?? {})) if (!(field in former)) former[field] = value;
    Object.assign(last, after);
  }
  // An account that was deleted since leaves a visit without its author, and is no change of the visit.
  for (const [field, value] of Object.entries(last))
    if (field !== "created_by" && !isStill(field, current[field], value)) return undefined;
  delete former.id;
  return former;
}

/** The error that says who changed a record since. */
function changedSince(tx: Database, current: Versioned): Promise<AppError> {
  return changedMeanwhile(tx, current, { by: current.updated_by, at: current.updated_at });
}

/** Whether a field has the value that the history has of it, where amounts are numbers. */
function isStill(field: string, current: unknown, value: unknown): boolean {
  if (field === "price" || field === "unit_price") return Number(current) === Number(value);
  return (current ?? null) === (value ?? null);
}

async function undoFields<Row extends Fields>(
  tx: Database,
  id: string,
  changes: readonly Change[],
  { read, update }: Commands<Row>,
  actor: Actor,
): Promise<void> {
  const current = await read(tx, id).catch(async () => {
    throw await missing(tx, id);
  });
  // A doctor who was merged is read as the one who stayed, and the change was not about that one.
  if (current.id !== id) throw await missing(tx, id);
  const former = formerOf(changes, current as Values);
  if (!former) throw await changedSince(tx, current);
  await update(tx, id, { ...former, version: current.version }, actor);
}

async function undoVisit(
  tx: Database,
  id: string,
  changes: readonly Change[],
  today: Day,
  actor: Actor,
): Promise<void> {
  const current = await readVisit(tx, id).catch(async () => {
    throw await missing(tx, id);
  });
  const { doctor_id, visit_date, status, notes, created_by, version } = current;
  const own = changes.filter(({ noun }) => noun === "visits");
  const former = formerOf(own, { id, doctor_id, visit_date, status, notes });
  const items = formerLines(changes, current);
  if (!former || !items) throw await changedSince(tx, current);
  await editVisit(
    tx,
    id,
    // Taking back is no completion: nobody becomes the author by it.
    { doctor_id, visit_date, status, notes, created_by, ...former, items, version } as never,
    actor,
    today,
  );
}

/** The lines of a visit as they were before the changes, in their order; undefined if one is not as they left it. */
function formerLines(changes: readonly Change[], current: Visit): SaleInput[] | undefined {
  const lines = new Map(current.sales.map((sale) => [sale.id, itemOf(sale)]));
  const places = new Map<string, number>();
  for (const { noun, op, before, after } of [...changes].reverse()) {
    if (noun !== "sales") continue;
    const id = String((before ?? after)?.id);
    const line = lines.get(id);
    const isAsLeft =
      op === "deleted"
        ? line === undefined
        : Object.entries(after ?? {}).every(
            ([field, value]) =>
              !(field in (line ?? {})) || isStill(field, (line as Values | undefined)?.[field], value),
          );
    if (!isAsLeft || (op !== "deleted" && !line)) return undefined;
    if (op === "added") lines.delete(id);
    else if (line) lines.set(id, { ...line, ...lineOf(before) });
    else {
      lines.set(id, { id, product_id: "", quantity: 0, unit_price: "", ...lineOf(before) });
      places.set(id, Number(before?.position ?? lines.size));
    }
  }
  const former = [...lines.values()].filter(({ id }) => !places.has(id));
  for (const [id, place] of [...places].sort(([, one], [, other]) => one - other)) {
    const line = lines.get(id);
    if (line) former.splice(place, 0, line);
  }
  return former;
}

function lineOf(values: Values | null): Partial<SaleInput> {
  const { product_id, quantity, unit_price } = values ?? {};
  return {
    ...(product_id !== undefined && { product_id: String(product_id) }),
    ...(quantity !== undefined && { quantity: Number(quantity) }),
    ...(unit_price !== undefined && { unit_price: Number(unit_price).toFixed(2) }),
  };
}
