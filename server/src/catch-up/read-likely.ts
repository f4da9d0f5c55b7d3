import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { chooseLikely } from "@rounds/domain/catch-up/likely.ts";
import { daysLeft, slipping } from "@rounds/domain/coverage/slipping.ts";
import { type Calendar, monthsOf } from "@rounds/domain/today/current-month.ts";
import { activityOf, untouched } from "@rounds/domain/visits/calls.ts";
import { listTargets } from "../coverage/queries.ts";
import { type Person, readActivity, readBusy } from "../today/queries.ts";

type Likely = { id: string; likely: NonNullable<CatchUpRow["likely"]> };

/**
 * The doctors of a person with what was done and planned there in the month of a day, as of that day: without those who
 * were added later or skipped that day. `person.today` is the business's day.
 */
export async function readMonth(db: Database, day: Day, person: Person) {
  const { id, today, time_zone } = person;
  const [targets, activity, skips] = await Promise.all([
    listTargets(db, { of: id, day, time_zone }),
    readActivity(db, { ...person, today: day }),
    db
      .selectFrom("visit_skips")
      .select("doctor_id")
      .where("user_id", "=", id)
      .where("day", "=", day)
      .execute(),
  ]);
  const active = activityOf(activity, day);
  const skipped = new Set(skips.map(({ doctor_id }) => doctor_id));
  return (
    targets
      // Whatever clock stored it, who is known was added at the latest today.
      .filter(({ id, added_on }) => (added_on < today ? added_on : today) <= day && !skipped.has(id))
      .map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }))
  );
}

/**
 * The doctors who were about to be missed on that day, those in the cities of the day first. `taken` have a row of their
 * own; who was met or planned by anybody that day is not likely either.
 */
export async function readLikely(
  db: Database,
  doctors: Awaited<ReturnType<typeof readMonth>>,
  {
    day,
    calendar,
    cities,
    taken,
  }: { day: Day; calendar: Calendar; cities: string[]; taken: Iterable<string> },
): Promise<Likely[]> {
  const ranked = slipping(monthsOf(doctors, calendar, day), daysLeft(calendar, day), cities);
  const ids = ranked.map(({ doctor }) => doctor.id);
  const busy = await readBusy(db, ids, day);
  return chooseLikely(ranked, cities, [...taken, ...busy]).map(({ doctor, state, see_by, lost }) => {
    const { id, norm, calls, last_visit, planned } = doctor;
    return { id, likely: { state, norm, calls, last_visit, see_by, lost, planned } };
  });
}
