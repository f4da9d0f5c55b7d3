import {
  coverageDoctors,
  coverageDoctorsExportQuery,
  coverageDoctorsQuery,
  coverageExportQuery,
  coverageQuery,
  coverage as coverageShape,
} from "@rounds/domain/coverage/coverage.ts";
import { doctorsFileName, monthFileName } from "@rounds/domain/coverage/figures.ts";
import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import {
  callNorms,
  coverageSettings,
  holidayDay,
  holidayList,
  holidayQuery,
  leaveRange,
  ownLeave,
  representatives,
  storedLeaveRange,
} from "@rounds/domain/coverage/settings.ts";
import type { Context } from "../api/context.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { found } from "../api/record.ts";
import {
  addLeave,
  type Note,
  removeHoliday,
  removeLeave,
  saveHolidays,
  saveNorms,
} from "./change-settings.ts";
import { exportCoverage, exportCoverageDoctors } from "./export-coverage.ts";
import { listCoverageDoctors } from "./list-doctors.ts";
import { listRepresentatives, readLeave, readSettings } from "./queries.ts";
import { readCoverage } from "./read-coverage.ts";

/** Writes who changed settings, and from which device. */
function noteBy({ accounts, actor, caller }: Context): Note {
  const by = { actor_id: found(actor.id ?? undefined), client: caller.client };
  return (tx, change, traits) => accounts.noteSetting(tx, change, traits, by);
}

export const coverage = {
  month: view({ query: coverageQuery, response: coverageShape }, ({ query }, { db, ...asker }) =>
    readCoverage(db, query, asker),
  ),
  exportMonth: exportOf({ query: coverageExportQuery }, ({ query }, asker) => ({
    file_name: monthFileName(monthDaysOf(query.month, asker.today).month, query.format),
    sheet: (db) => exportCoverage(db, query, asker),
  })),
  doctors: view({ query: coverageDoctorsQuery, response: coverageDoctors }, ({ query }, { db, ...asker }) =>
    listCoverageDoctors(db, query, asker),
  ),
  exportDoctors: exportOf({ query: coverageDoctorsExportQuery }, ({ query }, asker) => ({
    file_name: doctorsFileName(monthDaysOf(query.month, asker.today).month, query.figure, query.format),
    sheet: (db) => exportCoverageDoctors(db, query, asker),
  })),

  representatives: endpoint({ response: representatives }, (_, { db, now }) => listRepresentatives(db, now)),
  settings: endpoint({ query: holidayQuery, response: coverageSettings }, ({ query }, { db, today }) =>
    readSettings(db, query.year ?? Number(today.slice(0, 4)), today),
  ),
  saveNorms: endpoint({ body: callNorms, response: callNorms }, async ({ body }, context) => {
    await saveNorms(context, body, noteBy(context));
    return body;
  }),
  saveHolidays: endpoint({ body: holidayList, response: holidayList }, async ({ body }, context) => {
    await saveHolidays(context, body.holidays, noteBy(context));
    return body;
  }),
  removeHoliday: endpoint({ query: holidayDay, response: holidayDay }, async ({ query }, context) => {
    await removeHoliday(context, query.day, noteBy(context));
    return query;
  }),
  leave: endpoint({ response: ownLeave }, (_, { db, actor }) => readLeave(db, found(actor.id ?? undefined))),
  addLeave: endpoint({ body: leaveRange, response: ownLeave }, async ({ body }, context) => {
    const id = found(context.actor.id ?? undefined);
    await addLeave(context, id, body);
    return await readLeave(context.db, id);
  }),
  removeLeave: endpoint({ query: storedLeaveRange, response: ownLeave }, async ({ query }, context) => {
    const id = found(context.actor.id ?? undefined);
    await removeLeave(context, id, query);
    return await readLeave(context.db, id);
  }),
};
