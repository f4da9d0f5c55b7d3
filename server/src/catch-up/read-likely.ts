import { setImmediate as othersTurn } from "node:timers/promises";
import type { Database } from "@rounds/database/connect.ts";
import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUpRow } from "@rounds/domain/catch-up/catch-up.ts";
import { chooseLikely } from "@rounds/domain/catch-up/likely.ts";
import { heldOn } from "@rounds/domain/coverage/held-on.ts";
import type { NormedDoctor } from "@rounds/domain/coverage/norms.ts";
import { daysLeft, type Slipping, slipping } from "@rounds/domain/coverage/slipping.ts";
import { type Calendar, monthsOf } from "@rounds/domain/today/current-month.ts";
import { activityOf, untouched, type VisitOfDoctor } from "@rounds/domain/visits/calls.ts";
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
  const skipped = new Set(skips.map(({ doctor_id }) => doctor_id));
  // Whatever clock stored it, who is known was added at the latest today.
  const known = targets.filter(
    ({ id, added_on }) => (added_on < today ? added_on : today) <= day && !skipped.has(id),
  );
  return {
    doctors: day < today ? known.map((doctor) => asOf(doctor, day, today)) : known,
    visits: byDoctor(activity),
  };
}

/** A doctor with the class and the norm of a day before today: what was changed after it is not known yet. */
function asOf<Doctor extends NormedDoctor>(doctor: Doctor, day: Day, today: Day): Doctor {
  const { doctor_class, norm, changes } = doctor;
  const held = heldOn(day, { now: { doctor_class, norm }, changes, today });
  return {
    ...doctor,
    ...{ doctor_class: held.doctor_class, norm: held.norm },
    changes: changes.filter(({ until }) => until <= day),
  };
}

function byDoctor(visits: readonly VisitOfDoctor[]): Map<string, VisitOfDoctor[]> {
  const grouped = new Map<string, VisitOfDoctor[]>();
  for (const visit of visits) {
    const same = grouped.get(visit.doctor_id);
    if (same) same.push(visit);
    else grouped.set(visit.doctor_id, [visit]);
  }
  return grouped;
}

type Month = Awaited<ReturnType<typeof readMonth>>;
type OfDay = { day: Day; calendar: Calendar; cities: readonly string[]; taken: readonly string[] };

/**
 * The doctors who were about to be missed on that day, those in the cities of the day first. `taken` have a row of their
 * own; who was met or planned by anybody that day is not likely either.
 */
export async function readLikely(db: Database, month: Month, of: OfDay): Promise<Likely[]> {
  const busy = await readBusy(db, of.day);
  return (await likelyOf(month, { ...of, taken: [...of.taken, ...busy] })).map(
    ({ doctor, state, see_by, lost }) => {
      const { id, norm, calls, last_visit, planned } = doctor;
      return { id, likely: { state, norm, calls, last_visit, see_by, lost, planned } };
    },
  );
}

/** How many doctors are looked at before the server does something else. */
const portion = 1000;

/**
 * The same without who is `taken`. Doctors who belong to nobody are everybody's, so there can be tens of thousands: the server
 * answers others in between. Who is not chosen of some is not chosen of more.
 */
export async function likelyOf(
  { doctors, visits }: Month,
  { day, calendar, cities, taken }: OfDay,
): Promise<Slipping[]> {
  const left = daysLeft(calendar, day);
  let chosen: Slipping[] = [];
  for (let at = 0; at < doctors.length; at += portion) {
    const next = doctors.slice(at, at + portion);
    const active = activityOf(
      next.flatMap(({ id }) => visits.get(id) ?? []),
      day,
    );
    const some = next.map((doctor) => ({ ...doctor, ...(active.get(doctor.id) ?? untouched) }));
    const months = [...chosen.map(({ doctor }) => doctor), ...monthsOf(some, calendar, day)];
    chosen = chooseLikely(slipping(months, left, cities), cities, taken);
    await othersTurn();
  }
  return chosen;
}
