import type { Database } from "@rounds/database/connect.ts";
import { formatDay } from "@rounds/domain/calendar/calendar.ts";
import type { LikeRecord } from "@rounds/domain/imports/import-row.ts";
import { sql } from "kysely";
import type { NounImport } from "../noun-import.ts";
import { allotStock } from "./allot-stock.ts";
import { recallNames } from "./read-names.ts";
import { readVisitRows } from "./read-visits.ts";
import { undoVisits } from "./undo-visits.ts";
import { lockVisits, writeVisits } from "./write-visits.ts";

/** Bringing in past visits with their sales. */
export const visitImport: NounImport = {
  read: readVisitRows,
  begun: recallNames,
  checked: allotStock,
  lock: lockVisits,
  write: writeVisits,
  undo: undoVisits,
  describe,
  words: {
    addedMeanwhile: "What this row is about was changed after the file was checked.",
    changedMeanwhile: "This visit was changed after the file was checked.",
    choose: "Visits are not changed by a list",
  },
};

/** The day tells visits to one doctor apart. */
async function describe(db: Database, ids: readonly string[]): Promise<LikeRecord[]> {
  const { rows } = await sql<{ id: string; name: string; visit_date: string }>`
    select visits.id, name, visit_date from visits join doctors on doctors.id = doctor_id
    where visits.id = any(${ids}::uuid[])`.execute(db);
  return rows.map(({ id, name, visit_date }) => ({ id, name, where: formatDay(visit_date) }));
}
