import {
  callNorms,
  coverageSettings,
  holidayDay,
  holidayList,
  holidayQuery,
  leaveRange,
  ownLeave,
  representatives,
} from "@rounds/domain/coverage/settings.ts";
import { endpoint } from "../api/endpoint.ts";
import { found } from "../api/record.ts";
import { addLeave, removeHoliday, removeLeave, saveHolidays, saveNorms } from "./change-settings.ts";
import { listRepresentatives, readLeave, readSettings } from "./queries.ts";

export const coverage = {
  representatives: endpoint({ response: representatives }, (_, { db, now }) => listRepresentatives(db, now)),
  settings: endpoint({ query: holidayQuery, response: coverageSettings }, ({ query }, { db, today }) =>
    readSettings(db, query.year ?? Number(today.slice(0, 4)), today),
  ),
  saveNorms: endpoint({ body: callNorms, response: callNorms }, async ({ body }, { db, today }) => {
    await saveNorms(db, body, today);
    return body;
  }),
  saveHolidays: endpoint({ body: holidayList, response: holidayList }, async ({ body }, { db, today }) => {
    await saveHolidays(db, body.holidays, today);
    return body;
  }),
  removeHoliday: endpoint({ query: holidayDay, response: holidayDay }, async ({ query }, { db }) => {
    await removeHoliday(db, query.day);
    return query;
  }),
  leave: endpoint({ response: ownLeave }, (_, { db, actor }) => readLeave(db, found(actor.id ?? undefined))),
  addLeave: endpoint({ body: leaveRange, response: ownLeave }, async ({ body }, { db, actor, today }) => {
    const id = found(actor.id ?? undefined);
    await addLeave(db, id, body, today);
    return await readLeave(db, id);
  }),
  removeLeave: endpoint({ query: leaveRange, response: ownLeave }, async ({ query }, { db, actor }) => {
    const id = found(actor.id ?? undefined);
    await removeLeave(db, id, query);
    return await readLeave(db, id);
  }),
};
