import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { daysLeft, isAhead, type Slipping, slipping } from "@rounds/domain/coverage/slipping.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { chooseDue } from "@rounds/domain/today/due.ts";
import { activityOf, dayFacts, monthsOf, neededDays, untouched } from "@rounds/domain/today/month.ts";
import type { DueDoctor, Today, TodayDoctor } from "@rounds/domain/today/today.ts";
import { listTargets, readBasis } from "../coverage/queries.ts";
import {
  type Person,
  readActivity,
  readBusy,
  readSkipped,
  readTodayDoctors,
  readVisitsOfDay,
} from "./queries.ts";

/** The person's day, all of it from one moment. */
export async function readToday(db: Database, person: Person): Promise<Today> {
  const { id, today, time_zone } = person;
  return await snapshot(db, async (tx) => {
    const [calendar, targets, activity, visits, skipped] = await Promise.all([
      readBasis(tx, { day: today, ...neededDays(today), user_id: id }),
      listTargets(tx, { of: id, day: today, time_zone }),
      readActivity(tx, person),
      readVisitsOfDay(tx, person),
      readSkipped(tx, person),
    ]);
    const active = activityOf(activity, today);
    const facts = targets.map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }));
    const months = monthsOf(facts, calendar, today);
    const cities = visits.planned.flatMap(({ doctor }) => cityOf(doctor.address) ?? []);
    const days = daysLeft(calendar, today);
    const ranked = slipping(months, days, cities);
    const busy = await readBusy(tx, idsOf(ranked), today);
    const { shown, ...totals } = chooseDue(ranked, { busy, skipped: idsOf(skipped) });
    const doctors = await readTodayDoctors(tx, idsOf(shown));
    const withNorm = months.filter(({ norm }) => norm > 0);
    return {
      day: today,
      ...dayFacts(calendar, today),
      doctors: months.length,
      targets: withNorm.length,
      ahead: withNorm.filter((doctor) => isAhead(doctor, days)).length,
      ...visits,
      due: shown.flatMap((row) => dueDoctor(row, doctors.get(row.doctor.id))),
      ...totals,
      skipped,
    };
  });
}

function idsOf(rows: readonly { doctor: { id: string } }[]): string[] {
  return rows.map(({ doctor }) => doctor.id);
}

function dueDoctor(
  { doctor: month, state, see_by, lost }: Slipping,
  doctor: TodayDoctor | undefined,
): DueDoctor[] {
  if (!doctor) return [];
  const { norm, calls, last_visit, planned } = month;
  return [{ doctor, state, norm, calls, last_visit, see_by, lost, planned }];
}
