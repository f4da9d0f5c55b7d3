import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { sql } from "kysely";

/** A row's values as the history has them. */
export type Values = Record<string, unknown>;

/** One change of a batch, as it is stored. */
export type Change = {
  id: number;
  at: string;
  noun: string;
  op: "added" | "updated" | "deleted";
  row_id: string | null;
  by: string | null;
  batch_id: string;
  before: Values | null;
  after: Values | null;
};

/** All changes of a batch, in the order in which they were made. */
export async function readBatch(db: Database, batch: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    select id, at, noun, op, row_id, by, batch_id, before, after from history.changes
    where batch_id = ${batch} order by id`.execute(db);
  return rows;
}

/** The latest deletion of a record with all that went with it, in the order in which it was noted; empty if there is none. */
export async function readDeletion(db: Database, id: string): Promise<Change[]> {
  const { rows } = await sql<Change>`
    with root as (
      select batch_id, noun from history.changes
      where row_id = ${id} and op = 'deleted' and noun in ('doctors', 'products', 'visits') order by id desc limit 1
    ), visits as (
      select row_id from history.changes
      where batch_id = (select batch_id from root) and op = 'deleted' and noun = 'visits' and before ->> 'doctor_id' = ${id}
    )
    select id, at, noun, op, row_id, by, batch_id, before, after from history.changes
    where batch_id = (select batch_id from root) and op = 'deleted'
      and (row_id = ${id} or row_id in (select row_id from visits)) order by id`.execute(db);
  return rows;
}

/** The present day in the business's time zone, and for how many days what was deleted can be brought back. */
export type Reach = { today: Day; days: number; time_zone: string };

/** The first day whose deletions can still be brought back. */
export const firstRestorableDay = ({ today, days }: Pick<Reach, "today" | "days">): Day =>
  addDays(today, -days);

/** Whether what was deleted then can still be brought back by its day. */
export function isRecent({ at }: Pick<Change, "at">, reach: Reach): boolean {
  return dayOf(Date.parse(at), reach.time_zone) >= firstRestorableDay(reach);
}

/** Whether what a change was about is forgotten. */
export function isErased({ before, after }: Pick<Change, "before" | "after">): boolean {
  return Object.keys(before ?? after ?? {}).length === 0;
}

/** The id of a row of which whole values are at hand. */
export const idOf = (values: Values): string => String(values.id);
