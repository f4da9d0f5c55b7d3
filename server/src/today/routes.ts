import { recordParams } from "@rounds/domain/records/record.ts";
import { skipInput, skipQuery, skip as skipShape } from "@rounds/domain/today/skip.ts";
import { today as todayShape } from "@rounds/domain/today/today.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { readToday } from "./read-today.ts";
import { skipDoctor, undoSkip } from "./skip-doctor.ts";

export const today = {
  read: view({ response: todayShape }, (_, { db, actor, today, time_zone }) =>
    readToday(db, { id: actor.id, today, time_zone }),
  ),
  skip: endpoint(
    { params: recordParams, body: skipInput, response: skipShape },
    ({ params, body }, { db, actor, today }) => skipDoctor(db, params.id, body, actor, today),
  ),
  undoSkip: endpoint(
    { params: recordParams, query: skipQuery, response: skipShape },
    ({ params, query }, { db, actor, today }) => undoSkip(db, params.id, query.day ?? today, actor),
  ),
};
