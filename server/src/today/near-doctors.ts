import type { Database } from "@rounds/database/connect.ts";
import { type DaysLeft, outcomesOf, slipping } from "@rounds/domain/coverage/slipping.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { cityKey, cityName } from "@rounds/domain/doctors/same-city.ts";
import { mostNear } from "@rounds/domain/today/limits.ts";
import type { NearDoctors } from "@rounds/domain/today/plan-days.ts";
import { sql } from "kysely";
import {
  type DueRow,
  dueDoctorOf,
  type KindsOfDoctors,
  monthsWithNorm,
  rankedMonths,
  rankOf,
} from "./due-doctors.ts";
import { doctorColumns } from "./queries.ts";

type Totals = Pick<NearDoctors, "city_key" | "never_total" | "late_total" | "due_total">;

/**
 * The doctors in `cities` who should be seen and for whom no visit is planned, nor one by a colleague: of each city the most
 * urgent and how many there are of each state. Who was skipped today is among them.
 */
export async function readNear(
  db: Database,
  kinds: KindsOfDoctors,
  { days, cities }: { days: DaysLeft; cities: readonly string[] },
): Promise<NearDoctors[]> {
  const { scope, targets } = kinds;
  const keys = [...new Set(cities.map(cityKey))].filter(Boolean);
  if (keys.length === 0 || targets.length === 0) return [];
  const totalOf = (state: "never" | "late" | "due") =>
    sql`count(*) filter (where state = ${sql.lit(rankOf(state))}) over of_city`;
  const nobody = sql`select null::uuid as doctor_id where false`;
  const { rows } = await sql<Totals & DueRow & { at: number }>`
    with months as materialized (${monthsWithNorm(kinds)}),
      ranked as materialized (${rankedMonths(scope, outcomesOf(targets, days), nobody)}),
      near as (
        select ranked.norm, gap, calls, scheduled, planned, last_visit, city, city_key, ${doctorColumns},
          row_number() over (partition by city_key order by place, name collate "C", doctors.id) as at,
          ${totalOf("never")} as never_total, ${totalOf("late")} as late_total, ${totalOf("due")} as due_total
        from ranked join doctors on doctors.id = ranked.id
        where state < ${sql.lit(rankOf("planned"))} and city_key = any (${keys}::text[])
        window of_city as (partition by city_key)
      )
    select * from near where at <= ${sql.lit(mostNear.city)}
    order by at, city_key limit ${sql.lit(mostNear.all)}`.execute(db);
  return keys.flatMap((key) => {
    const ofCity = rows.filter(({ city_key }) => city_key === key);
    const [first] = ofCity;
    if (!first) return [];
    const { never_total, late_total, due_total } = first;
    return {
      city_key: key,
      city: cityName(cityOf(first.address) ?? first.city ?? key),
      ...{ never_total, late_total, due_total },
      doctors: slipping(ofCity, days).map(dueDoctorOf),
    };
  });
}
