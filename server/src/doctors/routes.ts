import { doctor } from "@rounds/domain/doctors/doctor.ts";
import {
  deletionEffect,
  doctorChoice,
  doctorCreation,
  doctorList,
  doctorListQuery,
  doctorPickerQuery,
  doctorPlaces,
  doctorUpdate,
} from "@rounds/domain/doctors/doctor-list.ts";
import { recordParams } from "@rounds/domain/records/record.ts";
import { endpoint, view } from "../http/endpoint.ts";
import { deleteDoctor, readDeletionEffect } from "./delete-doctor.ts";
import { createDoctor, listDoctors, listPlaces, pickDoctors, readDoctor, updateDoctor } from "./queries.ts";

export const doctors = {
  list: view({ query: doctorListQuery, response: doctorList }, ({ query }, { db }) => listDoctors(db, query)),
  places: view({ response: doctorPlaces }, (_, { db }) => listPlaces(db)),
  pick: view({ query: doctorPickerQuery, response: doctorChoice.array() }, ({ query }, { db }) =>
    pickDoctors(db, query.search),
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
  deletionEffect: endpoint({ params: recordParams, response: deletionEffect }, ({ params }, { db }) =>
    readDeletionEffect(db, params.id),
  ),
  delete: endpoint({ params: recordParams, response: deletionEffect }, ({ params }, { db, actor }) =>
    deleteDoctor(db, params.id, actor),
  ),
};
