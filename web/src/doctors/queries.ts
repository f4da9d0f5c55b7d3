import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import type { Doctor } from "@rounds/domain/doctors/doctor.ts";
import type {
  DeletionEffect,
  DoctorAlikeQuery,
  DoctorConfirmation,
  DoctorCreation,
  DoctorUpdate,
} from "@rounds/domain/doctors/doctor-list.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { glanceRoutes } from "@rounds/domain/glance/routes.ts";
import { wholeList } from "@rounds/domain/paging/whole-list.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { nullIfGone } from "../api/api-error.ts";
import { callUndoable } from "../api/batches.ts";
import { call } from "../api/client.ts";
import { rowDeleted, rowSaved, shownInLists } from "../api/live/stored-rows.ts";
import { write } from "../api/phone/phone-slot.ts";
import { queryClient } from "../api/query-client.ts";
import { acrossFilters, readQuery, unkept } from "../api/reading.ts";
import type { DoctorsSearch } from "../search.ts";

/** The queries of doctors. What is planned for `today`, and who was seen last, is another tomorrow. */
export const doctorQueries = {
  list: (search: DoctorsSearch, today: Day) =>
    readQuery(["doctors", "list", search, today], doctorRoutes.list, { query: search }, acrossFilters),
  /** Everything that matches the filters, for printing. */
  whole: async (search: DoctorsSearch) =>
    (await call(doctorRoutes.list, { query: { ...search, ...wholeList } })).rows,
  /** Whether one keeps the doctor on the phone. */
  pin: (id: string) => readQuery(["sync", "pin", id], syncRoutes.pinned, { params: { id } }),
  places: () => readQuery(["doctors", "places"], doctorRoutes.places, {}),
  lastCity: () => readQuery(["doctors", "last-city"], doctorRoutes.lastCity, {}),
  /** The doctors like one that is typed. */
  alike: (query: DoctorAlikeQuery) => readQuery(["doctors", "alike", query], doctorRoutes.alike, { query }),
  /** The doctors that match a typed text; `also` by their city. */
  choices: (search: string, today: Day, also?: "city") =>
    readQuery(
      ["doctors", "choices", search, today, also],
      doctorRoutes.pick,
      { query: { search, also } },
      acrossFilters,
    ),
  /** One page of a doctor's visits, newest first. Its key starts with the noun whose change makes it stale. */
  visits: (id: string, page = 1) =>
    readQuery(
      ["visits", "of-doctor", id, page],
      visitRoutes.ofDoctor,
      { params: { id }, query: { page } },
      {
        // The old page stays while the next one loads, but never visits of another doctor.
        placeholderData: (previous, asked) => (asked?.queryKey[2] === id ? previous : undefined),
      },
    ),
  /** What to know of a doctor before the door. */
  glance: (id: string, today: Day) =>
    readQuery(
      ["glance", id, today],
      glanceRoutes.read,
      { params: { id } },
      // Yesterday's stays while today's loads, but never another doctor's.
      { placeholderData: (previous, asked) => (asked?.queryKey[1] === id ? previous : undefined) },
    ),
  /** All visits of a doctor, for printing. */
  wholeVisits: async (id: string) =>
    (await call(visitRoutes.ofDoctor, { params: { id }, query: wholeList })).rows,
  row: (id: string) =>
    readQuery(
      ["doctors", "row", id],
      doctorRoutes.read,
      { params: { id } },
      shownInLists<Doctor>("doctors", id),
    ),
  deletionEffect: (id: string) =>
    readQuery(["doctors", "deletion-effect", id], doctorRoutes.deletionEffect, { params: { id } }, unkept),
};

/** Adds a doctor under the chosen id; the same id again creates no second one. */
export async function addDoctor(body: DoctorCreation) {
  const operation = { noun: "doctors", op: "create", entity: body.id, body, base: null } as const;
  const doctor = await write(operation, () => call(doctorRoutes.create, { body }));
  rowSaved("doctors", doctor);
  const city = cityOf(doctor.address);
  if (city) queryClient.setQueryData(doctorQueries.lastCity().queryKey, { city });
  return doctor;
}

/** Saves an edit; throws `changed_meanwhile` if somebody else saved first. */
export async function saveDoctor(id: string, body: DoctorUpdate) {
  const operation = { noun: "doctors", op: "update", entity: id, body, base: null } as const;
  const doctor = await write(operation, () => callUndoable(doctorRoutes.update, { params: { id }, body }));
  rowSaved("doctors", doctor);
  return doctor;
}

/**
 * Deletes a doctor with all visits and sales, and returns what was deleted; throws `changed_meanwhile` if something else was
 * confirmed. One who is already gone, as after a lost answer, counts as deleted: then `null`.
 */
export async function deleteDoctor(
  id: string,
  confirmed: DoctorConfirmation,
): Promise<DeletionEffect | null> {
  const operation = { noun: "doctors", op: "delete", entity: id, body: confirmed, base: null } as const;
  const deleted = await write<DeletionEffect | null>(operation, () =>
    callUndoable(doctorRoutes.delete, { params: { id }, query: confirmed }),
  ).catch(nullIfGone);
  rowDeleted("doctors", id);
  return deleted;
}
