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
import type { Context } from "../api/context.ts";
import { endpoint } from "../api/endpoint.ts";
import { found } from "../api/record.ts";
import {
  addLeave,
  type Note,
  removeHoliday,
  removeLeave,
  saveHolidays,
  saveNorms,
} from "./change-settings.ts";
import { listRepresentatives, readLeave, readSettings } from "./queries.ts";

/** Writes who changed settings, and from which device. */
function noteBy({ accounts, actor, caller }: Context): Note {
  const by = { actor_id: found(actor.id ?? undefined), client: caller.client };
  return (tx, change, traits) => accounts.noteSetting(tx, change, traits, by);
}

export const coverage = {
  representatives: endpoint({ response: representatives }, (_, { db, now }) => listRepresentatives(db, now)),
  settings: endpoint({ query: holidayQuery, response: coverageSettings }, ({ query }, { db, today }) =>
    readSettings(db, query.year ?? Number(today.slice(0, 4)), today),
  ),
  saveNorms: endpoint({ body: callNorms, response: callNorms }, async ({ body }, context) => {
    await saveNorms(context.db, body, context.today, noteBy(context));
    return body;
  }),
  saveHolidays: endpoint({ body: holidayList, response: holidayList }, async ({ body }, context) => {
    await saveHolidays(context.db, body.holidays, context.today, noteBy(context));
    return body;
  }),
  removeHoliday: endpoint({ query: holidayDay, response: holidayDay }, async ({ query }, context) => {
    await removeHoliday(context.db, query.day, noteBy(context));
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
