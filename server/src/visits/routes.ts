import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { visit } from "@rounds/domain/visits/visit.ts";
import {
  doctorVisits,
  doctorVisitsQuery,
  lastPrice,
  visitCompletion,
  visitConfirmation,
  visitCreation,
  visitDeletion,
  visitExportQuery,
  visitList,
  visitListQuery,
  visitToDelete,
  visitUpdate,
} from "@rounds/domain/visits/visit-list.ts";
import { followingMerge } from "../api/doctor-aliases.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { completeVisit } from "./complete-visit.ts";
import { deleteVisit, readVisitDeletionEffect } from "./delete-visit.ts";
import { editVisit } from "./edit-visit.ts";
import { exportVisits } from "./export-visits.ts";
import { listVisits } from "./list-visits.ts";
import { listDoctorVisits, readLastPrices, readVisit } from "./queries.ts";
import { recordVisit } from "./record-visit.ts";

export const visits = {
  list: view({ query: visitListQuery, response: visitList }, ({ query }, { db, ...asker }) =>
    listVisits(db, query, asker),
  ),
  export: exportOf({ query: visitExportQuery }, ({ query }, asker) => ({
    file_name: exportFileName(
      query.rows === "visits" ? "visits" : "visits-with-products",
      asker.today,
      query.format,
    ),
    sheet: (db) => exportVisits(db, query, asker),
  })),
  ofDoctor: view(
    { params: recordParams, query: doctorVisitsQuery, response: doctorVisits },
    ({ params, query }, { db }) => followingMerge(db, params.id, (id) => listDoctorVisits(db, id, query)),
  ),
  lastPrices: view({ params: recordParams, response: lastPrice.array() }, ({ params }, { db }) =>
    followingMerge(db, params.id, (id) => readLastPrices(db, id)),
  ),
  read: endpoint({ params: recordParams, response: visit }, ({ params }, { db }) => readVisit(db, params.id)),
  create: endpoint({ body: visitCreation, response: visit }, ({ body }, { db, actor, today }) =>
    recordVisit(db, body, actor, today),
  ),
  update: endpoint(
    { params: recordParams, body: visitUpdate, response: visit },
    ({ params, body }, { db, actor, today }) => editVisit(db, params.id, body, actor, today),
  ),
  complete: endpoint(
    { params: recordParams, body: visitCompletion, response: visit },
    ({ params, body }, { db, actor, today }) => completeVisit(db, params.id, body, actor, today),
  ),
  deletionEffect: endpoint({ params: recordParams, response: visitToDelete }, ({ params }, { db }) =>
    readVisitDeletionEffect(db, params.id),
  ),
  delete: endpoint(
    { params: recordParams, query: visitConfirmation, response: visitDeletion },
    ({ params, query }, { db, actor }) => deleteVisit(db, params.id, query, actor),
  ),
};
