import type { Database } from "@rounds/database/connect.ts";
import { holdsWords } from "@rounds/database/search.ts";
import { columnsOf, countAll, onePage, readPage } from "@rounds/database/select.ts";
import type { Tables } from "@rounds/database/tables.ts";
import { transaction } from "@rounds/database/transaction.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import { alikeAmong, typedDoctor } from "@rounds/domain/doctors/alike.ts";
import type { Doctor, DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctor } from "@rounds/domain/doctors/doctor.ts";
import type {
  DoctorList,
  DoctorPlaces,
  DoctorsAlike,
  doctorAlikeQuery,
  doctorListQuery,
  LastCity,
} from "@rounds/domain/doctors/doctor-list.ts";
import { cityName, mostWritten } from "@rounds/domain/doctors/same-city.ts";
import { searchWords } from "@rounds/domain/text/search-words.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import type { z } from "zod";
import type { Actor } from "../api/context.ts";
import { followingMerge } from "../api/doctor-aliases.ts";
import { requireOwnDoctor } from "../api/own-rows.ts";
import { isPermitted } from "../api/permission.ts";
import { recordsOf } from "../api/records.ts";
import { type Asker, isDoctorOf, personOf } from "../team/whose.ts";
import { lastCall } from "../visits/calls.ts";
import { readCandidates } from "./candidates.ts";

type DoctorFilters = z.output<typeof doctorListQuery>;

const columns = columnsOf(doctor, "doctors");

/** The doctors whom the filters of the list let through, for the person who asks. */
export function matchingDoctors(
  db: Database,
  filters: Omit<DoctorFilters, "page" | "page_size">,
  asker: Pick<Asker, "actor">,
) {
  const { doctor_class, doctor_type, city } = filters;
  const person = personOf(filters.representative, asker);
  const words = searchWords(filters.search);
  let filtered = db.selectFrom("doctors");
  if (words.length > 0) filtered = filtered.where((eb) => holdsWords(eb, "search_words", words));
  if (doctor_class) filtered = filtered.where("doctor_class", "=", doctor_class);
  if (doctor_type) filtered = filtered.where("doctor_type", "=", doctor_type);
  if (city) filtered = filtered.where("city_key", "=", sql<string>`city_key(${city})`);
  if (person !== undefined) filtered = filtered.where(isDoctorOf(person));
  return filtered;
}

/** Doctors as rows of the list, by name. */
export function doctorRows(doctors: SelectQueryBuilder<Tables, "doctors", unknown>, today: Day) {
  return doctors
    .select(columns)
    .select(lastCall(sql`visits.doctor_id = doctors.id`, today).as("last_visit"))
    .orderBy("doctors.name_key")
    .orderBy("doctors.id");
}

/** One page of doctors by name; a page beyond the last one gives the last one. Visits after today are no visits yet. */
export async function listDoctors(
  db: Database,
  filters: DoctorFilters,
  asker: Pick<Asker, "actor" | "today">,
): Promise<DoctorList> {
  const all = db.selectFrom("doctors");
  const filtered = matchingDoctors(db, filters, asker);
  const { search, doctor_class, doctor_type, city, representative } = filters;
  const isFiltered = doctor_class || doctor_type || city || representative || searchWords(search).length > 0;

  const counting = countAll(filtered);
  const [list, unfiltered] = await Promise.all([
    readPage(filters.page, filters.page_size, counting, (offset) =>
      doctorRows(all, asker.today)
        // The page is found in the index alone; only its doctors are then read.
        .where(
          "id",
          "in",
          onePage(filtered.select("id").orderBy("name_key").orderBy("id"), filters.page_size, offset),
        )
        .execute(),
    ),
    isFiltered ? countAll(all) : counting,
  ]);
  return { ...list, unfiltered };
}

/** The cities and whole addresses of all doctors, each once and sorted, for the filters. */
export async function listPlaces(db: Database): Promise<DoctorPlaces> {
  const [cities, addresses] = await Promise.all([
    db
      .selectFrom("doctors")
      .select((eb) => [eb.ref("city_key").$notNull().as("key"), eb.ref("city").$notNull().as("text")])
      .select(sql<number>`count(*)`.as("count"))
      .where("address", "is not", null)
      .groupBy(["city_key", "city"])
      .execute(),
    db
      .selectFrom("doctors")
      .select((eb) => [
        eb.ref("address_key").$notNull().as("key"),
        eb.ref("trimmed_address").$notNull().as("text"),
      ])
      .select(sql<number>`count(*)`.as("count"))
      .where("address", "is not", null)
      .groupBy(["address_key", "trimmed_address"])
      .execute(),
  ]);
  return {
    cities: mostWritten(cities.map((city) => ({ ...city, text: cityName(city.text) }))),
    addresses: mostWritten(addresses),
  };
}

/** The doctors whom a typed one may be, the likeliest first. */
export async function readAlike(
  db: Database,
  { except, ...typed }: z.output<typeof doctorAlikeQuery>,
): Promise<DoctorsAlike["rows"]> {
  const candidates = await readCandidates(db, typedDoctor(typed), except);
  return alikeAmong(typed, candidates).map(({ id, name, city }) => ({ id, name, city }));
}

/** The city of the doctor whom the person added last, among those with an address. */
export async function readLastCity(db: Database, actor: Actor): Promise<LastCity> {
  const last = await db
    .selectFrom("doctors")
    .select("city")
    .where("created_by", "=", actor.id)
    .where("city", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return { city: last?.city ?? "" };
}

const records = recordsOf<Doctor, DoctorInput>("doctors", doctor);

/** Editing any doctor; see `recordsOf` for the errors, besides `representative_missing`. */
export const { update: updateAnyDoctor } = records;

/** One doctor; of an id that was merged, the doctor it was merged into. Throws `not_found`. */
export async function readDoctor(db: Database, id: string): Promise<Doctor> {
  return await followingMerge(db, id, (of) => records.read(db, of));
}

/** Saves an edit as `recordsOf` does; throws `not_permitted` too, for a doctor of somebody else who is given away. */
export async function updateDoctor(
  db: Database,
  id: string,
  edit: DoctorInput & { version: number },
  actor: Actor,
): Promise<Doctor> {
  const { representative_id, version } = edit;
  if (representative_id === undefined || isPermitted(actor, "delete_doctors_of_others"))
    return await updateAnyDoctor(db, id, edit, actor);
  return await transaction(db, async (tx) => {
    const doctor = await tx
      .selectFrom("doctors")
      .select(["representative_id", "version"])
      .where("id", "=", id)
      .forNoKeyUpdate()
      .executeTakeFirst();
    // An older version gets that answer first: whose the doctor is may be what has changed.
    if (doctor?.version === version && doctor.representative_id !== representative_id)
      requireOwnDoctor(actor, doctor);
    return await updateAnyDoctor(tx, id, edit, actor);
  });
}

/** Creates a doctor, who belongs to the person who enters it unless the request says otherwise; see `recordsOf`. */
export async function createDoctor(
  db: Database,
  creation: DoctorInput & { id: string },
  actor: Actor,
): Promise<Doctor> {
  return await records.create(db, creation, actor, { representative_id: actor.id });
}
