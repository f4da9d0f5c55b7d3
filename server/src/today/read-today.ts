import type { Database } from "@rounds/database/connect.ts";
import { snapshot } from "@rounds/database/transaction.ts";
import { daysLeft } from "@rounds/domain/coverage/slipping.ts";
import { cityOf } from "@rounds/domain/doctors/city.ts";
import { dayFacts, neededDays } from "@rounds/domain/today/current-month.ts";
import type { Today } from "@rounds/domain/today/today.ts";
import { readBasis } from "../coverage/queries.ts";
import { readDue } from "./due-doctors.ts";
import { type Person, readSkipped, readVisitsOfDay } from "./queries.ts";

/** The person's day, all of it from one moment. */
export async function readToday(db: Database, person: Person): Promise<Today> {
  const { id, today } = person;
  return await snapshot(db, async (tx) => {
    const [basis, visits, skipped] = await Promise.all([
      readBasis(tx, { day: today, ...neededDays(today), user_id: id }),
      readVisitsOfDay(tx, person),
      readSkipped(tx, person),
    ]);
    const cities = visits.planned.flatMap(({ doctor }) => cityOf(doctor.address) ?? []);
    const due = await readDue(tx, person, { basis, days: daysLeft(basis, today), cities });
    return { day: today, ...dayFacts(basis, today), ...visits, ...due, skipped };
  });
}
