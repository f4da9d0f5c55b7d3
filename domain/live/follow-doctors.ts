import type { Day } from "../calendar/calendar.ts";
import type { Doctor } from "../doctors/doctor.ts";
import type { DoctorList, DoctorListQuery, DoctorPlaces, DoctorRow } from "../doctors/doctor-list.ts";
import { lastCalls } from "../visits/calls.ts";
import type { VisitRow } from "../visits/visit-list.ts";
import { changedRow, type Followed, hasSkippedRows, newer, patched, type Reading } from "./followed.ts";
import type { News } from "./news.ts";

/** The doctor list: doctors as they are told, and the day of each one's last visit up to `today`. */
export function followDoctorList(
  list: DoctorList,
  query: DoctorListQuery,
  news: News,
  today: Day,
): Followed<DoctorList> {
  const told = news.rows.doctors;
  // The day of the last visit is not told with a doctor.
  const inList = (doctor: Doctor): DoctorRow[] =>
    list.rows.filter(({ id }) => id === doctor.id).map((shown) => ({ ...shown, ...doctor }));
  const rowsTold = {
    added: told.added.flatMap(inList),
    changed: told.changed.flatMap(inList),
    gone: told.gone,
  };
  const next = withVisits(patched(list, rowsTold, newer), news, today);
  // Only a doctor who stays at the same place of the same list changes nothing else: names are sorted by the database.
  const stays = (doctor: Doctor) => {
    const shown = list.rows.find(({ id }) => id === doctor.id);
    return shown !== undefined && placeOf(shown, query) === placeOf(doctor, query);
  };
  const certain =
    !hasSkippedRows(news, "doctors") &&
    told.added.length + told.gone.length === 0 &&
    told.changed.every((doctor) => stays(doctor));
  return { data: next, read: certain ? readVisits(list, news) : "later" };
}

/** With the calls that were recorded meanwhile: a later one than the last is the last. On a day to come there is none. */
function withVisits(list: DoctorList, { rows: { visits } }: News, today: Day): DoctorList {
  const added = visits.added.map(({ doctor, ...visit }) => ({ ...visit, doctor_id: doctor.id }));
  const lastOf = lastCalls(added, today);
  const rows = list.rows.map((shown) => {
    // A server of the release before does not say it.
    if (shown.last_visit === undefined) return shown;
    const last = lastOf.get(shown.id) ?? "";
    return last > (shown.last_visit ?? "") ? { ...shown, last_visit: last } : shown;
  });
  return rows.every((row, at) => row === list.rows[at]) ? list : { ...list, rows };
}

/** Whether an edited or deleted visit may have been the last one of a doctor on this page; a new one is told whole. */
function readVisits({ rows }: DoctorList, news: News): Reading {
  const { changed, gone } = news.rows.visits;
  const isShown = ({ doctor }: VisitRow) => rows.some(({ id }) => id === doctor.id);
  if (hasSkippedRows(news, "visits") || changed.some(isShown)) return "later";
  // Whose they were is not told. It is seldom somebody on this page, and every page would read for each of them.
  return changed.length + gone.length > 0 ? "stale" : "no";
}

/** What decides at which place of a list a doctor stands. With filters it may be any field that a person sets. */
function placeOf({ name, ...fields }: Doctor, query: DoctorListQuery) {
  const { search, doctor_class, doctor_type, city, representative } = query;
  if (!search && !doctor_class && !doctor_type && !city && !representative) return name;
  const { specialization, hospital, address, contact_number, email } = fields;
  return JSON.stringify([
    ...[name, specialization, hospital, address, contact_number, email],
    ...[fields.doctor_class, fields.doctor_type, fields.representative_id],
  ]);
}

/** One doctor. */
export function followDoctor(doctor: Doctor, news: News): Followed<Doctor> {
  const told = news.rows.doctors;
  if (told.gone.includes(doctor.id)) return { data: doctor, read: "soon" };
  const data = newer(doctor, changedRow(told, doctor.id));
  return { data, read: hasSkippedRows(news, "doctors") ? "later" : "no" };
}

/** Whom a form offers: by name, and by the person's own visits, which are no news. */
export function followDoctorChoices<Data>(data: Data, { tables }: News): Followed<Data> {
  return { data, read: tables.includes("doctors") ? "later" : "stale" };
}

/** The places of all doctors: a new one is read later; one that nobody has any more, when the screen is opened again. */
export function followPlaces(places: DoctorPlaces, news: News): Followed<DoctorPlaces> {
  const { added, changed, gone } = news.rows.doctors;
  const isKnown = ({ address }: Doctor) => address === null || places.addresses.includes(address);
  if (hasSkippedRows(news, "doctors") || ![...added, ...changed].every(isKnown))
    return { data: places, read: "later" };
  return { data: places, read: changed.length + gone.length > 0 ? "stale" : "no" };
}

/** What only doctors make stale. */
export function followDoctors<Data>(data: Data, { tables }: News): Followed<Data> {
  return { data, read: tables.includes("doctors") ? "later" : "no" };
}
