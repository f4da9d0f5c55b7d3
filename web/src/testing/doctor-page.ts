import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Glance } from "@rounds/domain/glance/glance.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { StandInServer } from "./server.ts";

/** Answers what the page of a doctor reads: one who was never visited, belongs to everybody and was never changed. */
export function answerDoctorPage(server: StandInServer, doctor: Doctor) {
  server.answer(doctorRoutes.read, doctor);
  server.answer(coverageRoutes.representatives, { rows: [] });
  server.answer(visitRoutes.ofDoctor, { rows: [], total: 0, page: 1, page_size: 10 });
  server.answer(historyRoutes.ofRecord, { changes: [], has_more: false, created: null, names: {} });
  server.answer(glanceRoutes.read, emptyGlance(doctor));
}

/** What there is to know of a doctor who was never visited. */
export function emptyGlance(doctor: Doctor): Glance {
  const { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id } =
    doctor;
  return {
    doctor: { id, name, specialization, hospital, doctor_class, doctor_type, address, representative_id },
    last_visit: null,
    month: { norm: 0, calls: 0, scheduled: 0, last_call: null, see_by: null, lost: 0, state: null },
    scheduled: [],
    amount: "0.00",
    amount_before: "0.00",
    bought: [],
    products: 0,
  };
}
