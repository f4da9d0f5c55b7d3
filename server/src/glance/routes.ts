import { glance as glanceShape } from "@rounds/domain/glance/glance.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { followingMerge } from "../api/doctor-aliases.ts";
import { view } from "../api/endpoint.ts";
import { readGlance } from "./read-glance.ts";

export const glance = {
  read: view({ params: recordParams, response: glanceShape }, ({ params }, { db, actor, today, time_zone }) =>
    followingMerge(db, params.id, (id) => readGlance(db, id, { actor, today, time_zone })),
  ),
};
