import { glance as glanceShape } from "@rounds/domain/glance/glance.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { view } from "../api/endpoint.ts";
import { readGlance } from "./read-glance.ts";

export const glance = {
  read: view({ params: recordParams, response: glanceShape }, ({ params }, { db, actor, today, time_zone }) =>
    readGlance(db, params.id, { actor, today, time_zone }),
  ),
};
