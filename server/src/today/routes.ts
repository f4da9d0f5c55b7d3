import { recordParams } from "@rounds/domain/records/record.ts";
import { planQuery } from "@rounds/domain/today/plan.ts";
import { dayPlan, weekPlan } from "@rounds/domain/today/plan-days.ts";
import { skipInput, skipQuery, skip as skipShape } from "@rounds/domain/today/skip.ts";
import { today as todayShape } from "@rounds/domain/today/today.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { readDayPlan, readWeekPlan } from "./read-plan.ts";
import { readToday } from "./read-today.ts";
import { skipDoctor, undoSkip } from "./skip-doctor.ts";

export const today = {
  read: view({ response: todayShape }, (_, { db, actor, today, time_zone }) =>
    readToday(db, { id: actor.id, today, time_zone }),
  ),
  day: view({ query: planQuery, response: dayPlan }, ({ query }, { db, actor, today, time_zone }) =>
    readDayPlan(db, { id: actor.id, today, time_zone }, query.day),
  ),
  week: view({ query: planQuery, response: weekPlan }, ({ query }, { db, actor, today, time_zone }) =>
    readWeekPlan(db, { id: actor.id, today, time_zone }, query.day),
  ),
  skip: endpoint(
    { params: recordParams, body: skipInput, response: skipShape },
    ({ params, body }, { db, actor, today }) => skipDoctor(db, params.id, body, actor, today),
  ),
  undoSkip: endpoint(
    { params: recordParams, query: skipQuery, response: skipShape },
    ({ params, query }, { db, actor, today }) => undoSkip(db, params.id, query.day ?? today, actor, today),
  ),
};
