import { pageSize } from "@rounds/domain/paging/paging.ts";
import {
  maxFrequencies,
  type VisitFilters,
  type VisitFrequency,
  type VisitList,
} from "@rounds/domain/visits/visit-list.ts";
import { type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../database/connect.ts";
import { containing, matches } from "../database/search.ts";
import { countAll, readPage } from "../database/select.ts";
import type { Tables } from "../database/tables.ts";
import { newestFirst, readVisitRows } from "./queries.ts";

type Visits = SelectQueryBuilder<Tables, "visits", unknown>;

/**
 * One page of the visit list with its counts and, for a valid date range, how often each doctor was visited: all
 * that the screen shows, under the same filters.
 */
export async function listVisits(db: Database, filters: VisitFilters): Promise<VisitList> {
  const { start_date, end_date } = filters;
  const ranged = start_date !== "" && end_date !== "";
  if (ranged && end_date < start_date) {
    return {
      rows: [],
      total: 0,
      page: 1,
      page_size: pageSize,
      unfiltered: 0,
      frequencies: [],
      frequency_doctors: 0,
    };
  }
  const inRange: Visits = ranged
    ? db.selectFrom("visits").where("visit_date", ">=", start_date).where("visit_date", "<=", end_date)
    : db.selectFrom("visits");
  const filtered = await applyFilters(db, inRange, filters);

  const counting = ranged ? countVisitsAndDoctors(db, filtered) : countOnly(filtered);
  const total = counting.then((counted) => counted.total);
  const [list, unfiltered, { frequency_doctors }, frequencies] = await Promise.all([
    readPage(filters.page, pageSize, total, (offset) =>
      readVisitRows(db, newestFirst(filtered.select("visits.id")).limit(pageSize).offset(offset)),
    ),
    filtered === inRange ? total : countAll(inRange),
    counting,
    ranged ? readFrequencies(db, filtered) : [],
  ]);
  return { ...list, unfiltered, frequencies, frequency_doctors };
}

/** The filters beside the date range: status, whole address of the doctor, free text. */
async function applyFilters(db: Database, visits: Visits, filters: VisitFilters): Promise<Visits> {
  let filtered = visits;
  if (filters.status) {
    filtered = filtered.where("status", filters.status === "completed" ? "=" : "<>", "completed");
  }
  if (filters.city) {
    const living = db.selectFrom("doctors").select("id").where("trimmed_address", "=", filters.city);
    filtered = filtered.where("doctor_id", "in", living);
  }
  if (filters.search) {
    const meant = await doctorsMeant(db, filters.search);
    filtered = filtered.where((eb) =>
      eb.or([matches(eb, "search", filters.search), eb("doctor_id", "in", meant)]),
    );
  }
  return filtered;
}

/** Beyond this many doctors a list of their ids costs more than looking each up. */
const listedDoctors = 500;

/**
 * The doctors that a free text names. Few are given as their ids, which lets PostgreSQL go to their visits by
 * index, also in an OR with the notes; many as a query, which it turns into a hash.
 */
async function doctorsMeant(db: Database, search: string) {
  const named = db.selectFrom("doctors").select("id").where("search", "like", containing(search));
  const few = await named.limit(listedDoctors + 1).execute();
  if (few.length > listedDoctors) return named;
  // An empty list is no SQL; the nil id belongs to nobody.
  return few.length === 0 ? ["00000000-0000-0000-0000-000000000000"] : few.map((doctor) => doctor.id);
}

async function countOnly(visits: Visits) {
  return { total: await countAll(visits), frequency_doctors: 0 };
}

/** How many visits there are, and of how many doctors. */
async function countVisitsAndDoctors(db: Database, visits: Visits) {
  return await db
    .selectFrom(countedByDoctor(visits).as("counted"))
    .select([sql<number>`coalesce(sum(count), 0)`.as("total"), sql<number>`count(*)`.as("frequency_doctors")])
    .executeTakeFirstOrThrow();
}

/** How often each doctor was visited: most first, then by name, at most as many as the card shows. */
async function readFrequencies(db: Database, visits: Visits): Promise<VisitFrequency[]> {
  return await db
    // Names are only looked up for those that may be shown: all that share the last shown count.
    .with("most", () => countedByDoctor(visits).orderBy("count", "desc").fetch(maxFrequencies, "with ties"))
    .selectFrom("most")
    .innerJoin("doctors", "doctors.id", "most.doctor_id")
    .select([
      "most.doctor_id",
      "doctors.name",
      sql<string>`coalesce(trimmed_address, '')`.as("city"),
      "most.count",
    ])
    .orderBy("most.count", "desc")
    .orderBy("doctors.name_key")
    .orderBy("most.doctor_id")
    .limit(maxFrequencies)
    .execute();
}

function countedByDoctor(visits: Visits) {
  // As integer: the sum of those is fast, that of bigint is a numeric.
  return visits.select(["doctor_id", sql<number>`count(*)::integer`.as("count")]).groupBy("doctor_id");
}
