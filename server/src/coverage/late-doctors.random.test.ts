import { addDays, type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { monthDaysOf } from "@rounds/domain/coverage/report-month.ts";
import { daysLeft, slackOf, slipState } from "@rounds/domain/coverage/slipping.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { monthsOf } from "@rounds/domain/today/current-month.ts";
import { activityOf, untouched } from "@rounds/domain/visits/calls.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { fillMonths, people, readDoctors, zone } from "../testing/random-months.ts";
import { historyColumns, type NormHistory, targetOf } from "./doctor-months.ts";
import { monthsWithLate } from "./late-doctors.ts";
import { readLateRule, type Scope } from "./queries.ts";

const seed = Number(process.env.SEED ?? 20250619);
const random = createRandom(seed);
const cases = casesOf(20, 200);

const database = await createTestDatabase();
await fillMonths(database.pool, random);
// One is on leave half of the time.
await database.pool.query(
  `insert into leave_days (user_id, day)
   select $1, date '2025-02-15' + n from generate_series(0, 150) n where n % 4 < 2 on conflict do nothing`,
  [people[0]?.id],
);
afterAll(() => database.close());

test(`SQL and domain say the same of who is late, on ${cases} days from seed ${seed}`, async () => {
  const { db } = database;
  const doctors = await readDoctors(database.pool);
  const visits = await db.selectFrom("visits").select(["doctor_id", "visit_date", "status"]).execute();
  const holidays = (await db.selectFrom("holidays").select("day").execute()).map(({ day }) => day);
  const leave = await db.selectFrom("leave_days").select(["user_id", "day"]).execute();
  let found = 0;
  for (let n = 0; n < cases; n++) {
    const today = addDays("2025-06-30", -random.integer(0, 118));
    const month_days = fieldDaysOfMonth(today, holidays);
    const given = { person: null, today, time_zone: zone, norms: defaultNorms, holidays, month_days };
    const scope: Scope = { ...monthDaysOf(undefined, today), ...given };
    const { rows } = await sql<NormHistory & { id: string; calls: number; fitting: number | null }>`
      select id, ${historyColumns}, calls, fitting
      from (${monthsWithLate(scope, "report", await readLateRule(db, today))}) as months`.execute(db);
    const late = rows.filter(
      ({ calls, fitting, ...history }) => fitting !== null && targetOf(history, scope).norm - calls > fitting,
    );

    const activity = activityOf(visits, today);
    const day = (moment: string) => dayOf(Date.parse(moment), zone);
    const expected = doctors.filter((doctor) => {
      const { changes, created_at, representative_id } = doctor;
      const facts = {
        ...{ ...doctor, ...(activity.get(doctor.id) ?? untouched), added_on: day(created_at) },
        changes: changes.map((change) => ({ ...change, until: day(change.until) })),
      };
      const off = leave.filter(({ user_id }) => user_id === representative_id).map((row): Day => row.day);
      const [month] = monthsOf([facts], { norms: defaultNorms, holidays, leave: off }, today);
      const slack = month && slackOf(month, daysLeft({ holidays, leave: off }, today));
      return month && slack && slipState(month, slack) === "late";
    });
    expect(late.map(({ id }) => id).sort(), today).toEqual(expected.map(({ id }) => id).sort());
    found += late.length;
  }
  expect(found).toBeGreaterThan(0);
});
