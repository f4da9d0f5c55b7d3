import type { Doctor, DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctor, doctorTypes } from "@rounds/domain/doctors/doctor.ts";
import type {
  DoctorChoice,
  DoctorList,
  DoctorPlaces,
  doctorListQuery,
} from "@rounds/domain/doctors/doctor-list.ts";
import { classOf, pickerTerms } from "@rounds/domain/doctors/picker-terms.ts";
import { pageSize } from "@rounds/domain/paging/paging.ts";
import { searchWords } from "@rounds/domain/text/search-words.ts";
import type { z } from "zod";
import type { Database } from "../database/connect.ts";
import { recordsOf } from "../database/records.ts";
import { containing, holdsWords } from "../database/search.ts";
import { columnsOf, countAll, readPage } from "../database/select.ts";

type DoctorFilters = z.output<typeof doctorListQuery>;

const columns = columnsOf(doctor, "doctors");

/** One page of doctors by name; a page beyond the last one answers as the last one. */
export async function listDoctors(db: Database, filters: DoctorFilters): Promise<DoctorList> {
  const { doctor_class, doctor_type, city } = filters;
  const words = searchWords(filters.search);
  const all = db.selectFrom("doctors");
  let filtered = all;
  if (words.length > 0) filtered = filtered.where((eb) => holdsWords(eb, "search_words", words));
  if (doctor_class) filtered = filtered.where("doctor_class", "=", doctor_class);
  if (doctor_type) filtered = filtered.where("doctor_type", "=", doctor_type);
  if (city) filtered = filtered.where("city", "=", city);

  const counting = countAll(filtered);
  const [list, unfiltered] = await Promise.all([
    readPage(filters.page, pageSize, counting, (offset) =>
      all
        .select(columns)
        // The page is found in the index alone; only its doctors are then looked up.
        .where(
          "id",
          "in",
          filtered.select("id").orderBy("name_key").orderBy("id").limit(pageSize).offset(offset),
        )
        .orderBy("name_key")
        .orderBy("id")
        .execute(),
    ),
    filtered === all ? counting : countAll(all),
  ]);
  return { ...list, unfiltered };
}

/** The distinct cities and whole addresses of all doctors, each sorted, for the filters. */
export async function listPlaces(db: Database): Promise<DoctorPlaces> {
  const [cities, addresses] = await Promise.all([
    db
      .selectFrom("doctors")
      .select("city")
      .distinct()
      .where("city", "is not", null)
      .orderBy("city")
      .execute(),
    db
      .selectFrom("doctors")
      .select("trimmed_address")
      .distinct()
      .where("trimmed_address", "is not", null)
      .orderBy("trimmed_address")
      .execute(),
  ]);
  return {
    cities: cities.flatMap(({ city }) => city || []),
    addresses: addresses.flatMap(({ trimmed_address }) => trimmed_address || []),
  };
}

const choicesShown = 20;

/** The doctors that a typed text may mean, by name: each word matches name, specialization, type or class. */
export async function pickDoctors(db: Database, search: string): Promise<DoctorChoice[]> {
  let query = db
    .selectFrom("doctors")
    .select(["id", "name", "specialization", "doctor_type", "doctor_class"])
    .orderBy("name_key")
    .orderBy("id")
    .limit(choicesShown);
  const { words, doctor_class } = pickerTerms(search);
  if (doctor_class) query = query.where("doctor_class", "=", doctor_class);
  for (const word of words) {
    // Only a word that can mean a class or a type looks there, so that any other is found by the search index.
    const meant = classOf(word);
    const types = doctorTypes.filter((type) => word.length > 1 && type.startsWith(word));
    query = query.where((eb) =>
      eb.or([
        eb("picker_words", "like", containing(word)),
        ...(meant ? [eb("doctor_class", "=", meant)] : []),
        ...(types.length > 0 ? [eb("doctor_type", "in", types)] : []),
      ]),
    );
  }
  return await query.execute();
}

/** Reading, creating and editing one doctor; what they throw stands in `recordsOf`. */
export const {
  read: readDoctor,
  create: createDoctor,
  update: updateDoctor,
} = recordsOf<Doctor, DoctorInput>("doctors", doctor);
