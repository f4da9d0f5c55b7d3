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

  const counted = ranged ? countByDoctor(db, filtered) : undefined;
  const counting = counted ? counted.then(({ total }) => total) : countAll(filtered);
  const [list, unfiltered, frequency] = await Promise.all([
    readPage(filters.page, pageSize, counting, (offset) =>
      readVisitRows(db, newestFirst(filtered.select("visits.id")).limit(pageSize).offset(offset)),
    ),
    filtered === inRange ? counting : countAll(inRange),
    counted,
  ]);
  const { frequencies = [], frequency_doctors = 0 } = frequency ?? {};
  return { ...list, unfiltered, frequencies, frequency_doctors };
}

/** The filters beside the date range: status, whole address of the doctor, free text. */
async function applyFilters(db: Database, visits: Visits, filters: VisitFilters): Promise<Visits> {
  let filtered = visits;
  if (filters.status) {
    filtered = filtered.where("status", filters.status === "completed" ? "=" : "<>", "completed");
  }
  if (filters.city) {
    const living = db.selectFrom("doctors").select("id").where(sql`btrim(address)`, "=", filters.city);
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

/**
 * How often each doctor was visited: most first, then by name, at most as many as the card shows; with how many
 * doctors and visits that are in all, so that one look at the visits gives every count.
 */
async function countByDoctor(db: Database, visits: Visits) {
  const rows = await db
    .with("counted", () =>
      visits.select(["doctor_id", sql<number>`count(*)`.as("count")]).groupBy("doctor_id"),
    )
    // Names are only looked up for those that may be shown: all that share the last shown count.
    .with("most", (queries) =>
      queries
        .selectFrom("counted")
        .select(["doctor_id", "count"])
        .orderBy("count", "desc")
        .fetch(maxFrequencies, "with ties"),
    )
    .with("shown", (queries) =>
      queries
        .selectFrom("most")
        .innerJoin("doctors", "doctors.id", "most.doctor_id")
        .select([
          "most.doctor_id",
          "doctors.name",
          "doctors.name_key",
          sql<string>`coalesce(btrim(doctors.address), '')`.as("city"),
          "most.count",
        ])
        .orderBy("most.count", "desc")
        .orderBy("doctors.name_key")
        .orderBy("most.doctor_id")
        .limit(maxFrequencies),
    )
    .selectFrom((queries) =>
      queries
        .selectFrom("counted")
        .select([
          sql<number>`coalesce(sum(count), 0)::bigint`.as("total"),
          sql<number>`count(*)`.as("frequency_doctors"),
        ])
        .as("totals"),
    )
    .leftJoin("shown", (join) => join.onTrue())
    .select(["total", "frequency_doctors", "doctor_id", "name", "city", "shown.count"])
    .orderBy("shown.count", "desc")
    .orderBy("name_key")
    .orderBy("doctor_id")
    .execute();
  const frequencies = rows.flatMap(({ doctor_id, name, city, count }): VisitFrequency[] =>
    // A left join without a partner: no visits at all.
    doctor_id === null || name === null || city === null || count === null
      ? []
      : [{ doctor_id, name, city, count }],
  );
  return { total: rows[0]?.total ?? 0, frequency_doctors: rows[0]?.frequency_doctors ?? 0, frequencies };
}
