import { doctor } from "@rounds/domain/doctors/doctor.ts";
import {
  deletionEffect,
  doctorAlikeQuery,
  doctorConfirmation,
  doctorCreation,
  doctorExportQuery,
  doctorList,
  doctorListQuery,
  doctorOptions,
  doctorPickerQuery,
  doctorPlaces,
  doctorsAlike,
  doctorToDelete,
  doctorUpdate,
  lastCity,
} from "@rounds/domain/doctors/doctor-list.ts";
import {
  likelyPairs,
  likelyPairsQuery,
  pairDecision,
} from "@rounds/domain/doctors/duplicates/likely-pairs.ts";
import { merge, merged, mergePreview, mergeQuery } from "@rounds/domain/doctors/duplicates/merge-doctors.ts";
import { exportFileName } from "@rounds/domain/paging/export-file.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { endpoint, view } from "../api/endpoint.ts";
import { exportOf } from "../api/export.ts";
import { deleteDoctor, readDoctorToDelete } from "./delete-doctor.ts";
import { exportDoctors } from "./export-doctors.ts";
import { decidePair, listLikelyPairs } from "./likely-pairs.ts";
import { mergeDoctors, previewMerge } from "./merge-doctors.ts";
import { pickDoctors } from "./pick-doctors.ts";
import {
  createDoctor,
  listDoctors,
  listPlaces,
  readAlike,
  readDoctor,
  readLastCity,
  updateDoctor,
} from "./queries.ts";

export const doctors = {
  list: view({ query: doctorListQuery, response: doctorList }, ({ query }, { db, ...asker }) =>
    listDoctors(db, query, asker),
  ),
  export: exportOf({ query: doctorExportQuery }, ({ query }, asker) => ({
    file_name: exportFileName("doctors", asker.today, query.format),
    sheet: (db) => exportDoctors(db, query, asker),
  })),
  places: view({ response: doctorPlaces }, (_, { db }) => listPlaces(db)),
  pick: view({ query: doctorPickerQuery, response: doctorOptions }, ({ query }, { db, actor, today }) =>
    pickDoctors(db, query, actor, today),
  ),
  alike: view({ query: doctorAlikeQuery, response: doctorsAlike }, async ({ query }, { db }) => ({
    rows: await readAlike(db, query),
  })),
  likelyPairs: view({ query: likelyPairsQuery, response: likelyPairs }, ({ query }, { db, now, actor }) =>
    listLikelyPairs(db, query.page, { now: Date.parse(now), actor }),
  ),
  decidePair: endpoint({ body: pairDecision, response: pairDecision }, ({ body }, { db, actor }) =>
    decidePair(db, body, actor),
  ),
  lastCity: view({ response: lastCity }, (_, { db, actor }) => readLastCity(db, actor)),
  mergePreview: endpoint(
    { params: recordParams, query: mergeQuery, response: mergePreview },
    ({ params, query }, { db, actor }) => previewMerge(db, params.id, query.other, actor),
  ),
  merge: endpoint(
    { params: recordParams, body: merge, response: merged },
    ({ params, body }, { db, actor }) => mergeDoctors(db, params.id, body, actor),
  ),
  read: endpoint({ params: recordParams, response: doctor }, ({ params }, { db }) =>
    readDoctor(db, params.id),
  ),
  create: endpoint({ body: doctorCreation, response: doctor }, ({ body }, { db, actor }) =>
    createDoctor(db, body, actor),
  ),
  update: endpoint(
    { params: recordParams, body: doctorUpdate, response: doctor },
    ({ params, body }, { db, actor }) => updateDoctor(db, params.id, body, actor),
  ),
  deletionEffect: endpoint({ params: recordParams, response: doctorToDelete }, ({ params }, { db, actor }) =>
    readDoctorToDelete(db, params.id, actor),
  ),
  delete: endpoint(
    { params: recordParams, query: doctorConfirmation, response: deletionEffect },
    ({ params, query }, { db, actor }) => deleteDoctor(db, params.id, query, actor),
  ),
};
