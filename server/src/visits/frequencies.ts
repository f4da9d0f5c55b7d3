import type { Database } from "@rounds/database/connect.ts";
import { plannedOnce } from "@rounds/database/statement-names.ts";
import type { Tables } from "@rounds/database/tables.ts";
import type { DayRange } from "@rounds/domain/calendar/calendar.ts";
import { maxFrequencies, type VisitFrequency } from "@rounds/domain/visits/visit-list.ts";
import { type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { dayCounts, type VisitCount } from "../rollups/page-start.ts";
import { doctorCounts, type KeptCounts, widen } from "../rollups/queries.ts";

/** The frequency card, and how many visits (`total`) all its doctors have together. */
type Frequencies = { frequencies: VisitFrequency[]; frequency_doctors: number; total: number };

/** Of the visits that a rollup counts. */
export async function readKeptFrequencies(
  db: Database,
  range: DayRange,
  counted: VisitCount,
): Promise<Frequencies> {
  const counts = doctorCounts(await widen(db, range), dayCounts[counted]);
  return await readFrequencies(db, counts, sql`doctors.rollup_key = most.doctor`, plannedOnce);
}

/** Of any other visits. */
export async function readCountedFrequencies(
  db: Database,
  visits: SelectQueryBuilder<Tables, "visits", unknown>,
): Promise<Frequencies> {
  const kept = visits
    // As integer: its sum is fast, that of bigint is a numeric.
    .select(["visits.doctor_id as doctor", sql<number>`count(*)::integer`.as("total")])
    .groupBy("visits.doctor_id");
  const noted = sql`select null::uuid as doctor, 0 as total where false`;
  const counts = { kept: sql`${kept}`, summed: true, noted };
  return await readFrequencies(db, counts, sql`doctors.id = most.doctor`);
}

/**
 * How often each doctor was visited: most first, then by name, at most as many as the card shows; and how many doctors
 * and visits there are in total. Counts the doctors by their number of visits, which gives the least number that is
 * shown; only doctors with at least that many are then sorted and looked up.
 */
async function readFrequencies(
  db: Database,
  { kept, summed, noted }: KeptCounts,
  isDoctor: RawBuilder<unknown>,
  planning: RawBuilder<unknown> = sql``,
): Promise<Frequencies> {
  // Reading the rows of one period twice is faster than storing them.
  const held = summed ? sql`materialized` : sql`not materialized`;
  const { rows } = await sql<VisitFrequency & { doctors: number; visits: number }>`
    with kept as ${held} (${kept}),
    changed as materialized (
      select doctor, coalesce(kept.total, 0) as before, coalesce(kept.total, 0) + noted.total as total
      from (${noted}) as noted left join kept using (doctor)
    ),
    tally as materialized (
      select total, sum(doctors)::bigint as doctors from (
        select total, count(*) as doctors from kept where total > 0 group by total
        union all select before, -1 from changed where before > 0
        union all select total, 1 from changed where total > 0
      ) as parts group by total
    ),
    least as materialized (
      select coalesce(max(total), 1) as total from (
        select total, sum(doctors) over (order by total desc) as doctors from tally
      ) as running where doctors >= ${sql.lit(maxFrequencies)}
    ),
    most as (
      select doctor, total from kept
      where total >= (select total from least) and doctor not in (select doctor from changed)
      union all
      select doctor, total from changed where total >= (select total from least)
    )
    select doctors.id as doctor_id, doctors.name, coalesce(doctors.city, '') as city, most.total::bigint as count,
      (select sum(doctors)::bigint from tally) as doctors,
      (select sum(total * doctors)::bigint from tally) as visits
    from most join doctors on ${isDoctor}
    order by most.total desc, doctors.name_key, doctors.id
    limit ${sql.lit(maxFrequencies)} ${planning}`.execute(db);
  return {
    total: rows[0]?.visits ?? 0,
    frequencies: rows.map(({ doctors: _, visits: __, ...frequency }) => frequency),
    frequency_doctors: rows[0]?.doctors ?? 0,
  };
}
