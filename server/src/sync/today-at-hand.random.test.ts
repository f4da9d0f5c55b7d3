import { catchUpAtHand } from "@rounds/domain/at-hand/catch-up-at-hand.ts";
import { glanceAtHand } from "@rounds/domain/at-hand/glance-at-hand.ts";
import { dayPlanAtHand, weekPlanAtHand } from "@rounds/domain/at-hand/plan-at-hand.ts";
import { todayAtHand } from "@rounds/domain/at-hand/today-at-hand.ts";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import type { CatchUp } from "@rounds/domain/catch-up/catch-up.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { fromColumns } from "@rounds/domain/sync/columns.ts";
import type { SyncedDoctor, SyncedProduct, SyncedVisit } from "@rounds/domain/sync/sync.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { readCatchUp } from "../catch-up/read-catch-up.ts";
import { readGlance } from "../glance/read-glance.ts";
import { addRandomDays, peopleOfDays } from "../testing/random-days.ts";
import { readDayBasis } from "../today/queries.ts";
import { readDayPlan, readWeekPlan } from "../today/read-plan.ts";
import { readToday } from "../today/read-today.ts";
import { readChanges } from "./read-changes.ts";

const seed = Number(process.env.SEED ?? 20261127);
const random = createRandom(seed);
const cases = casesOf(12, 300);
const time_zone = "Asia/Kolkata";

const database = await createTestDatabase();
await addRandomDays(database, random.next());
const { pool } = database;
// A person with few doctors, most of whose days are those of colleagues.
await pool.query("update doctors set representative_id = $1 where id in (select id from doctors limit 7)", [
  peopleOfDays[2],
]);
// Shared doctors whom a colleague sees often.
await pool.query(
  "update doctors set norm = 31 where id in (select id from doctors where representative_id is null limit 5)",
);
await pool.query(
  `insert into visits (id, doctor_id, visit_date, status, created_by, creation_digest)
   select gen_random_uuid(), id, date '2025-03-01' + n * 3, 'completed', $1, ''
   from doctors, generate_series(0, 35) n where norm = 31`,
  [peopleOfDays[1]],
);
// A phone does not have what colleagues cancelled.
await pool.query(`
  delete from visits using doctors where doctors.id = doctor_id and status = 'cancelled'
    and (visits.created_by is null or representative_id is distinct from visits.created_by)`);
// What was before is not at hand.
await pool.query("delete from doctor_norms");
await pool.query("delete from doctor_representatives");
await pool.query(`
  insert into products (id, name, price, created_at, creation_digest)
  values ('00000000-0000-7000-8000-000000000009', 'Dolo', 10, now(), '')`);
await pool.query(`
  insert into sales (id, visit_id, product_id, quantity, unit_price, position, transaction_date, doctor_id)
  select gen_random_uuid(), id, '00000000-0000-7000-8000-000000000009', n, n + 0.35, n, visit_date, doctor_id
  from visits, generate_series(1, 3) n where status = 'completed' and random() < 0.3`);
await pool.query(
  "update visits set updated_at = updated_at + random() * interval '9 days', notes = 'Note ' || status",
);
afterAll(() => database.close());

test(`a phone says of ${cases} random days from seed ${seed} what the server says`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  const seen = { planned: 0, done: 0, others: 0, due: 0, skipped: 0, open: 0, near: 0, calls: 0, likely: 0 };
  const days = Array.from({ length: cases }, () => addDays("2025-06-15", -random.integer(0, 100)));
  for (const today of days.sort().reverse()) {
    // What comes later was not made yet.
    await pool.query(
      "update visits set status = 'scheduled' where status = 'completed' and visit_date > $1::date",
      [today],
    );
    const id = random.pick(peopleOfDays);
    const asking = { me: id, today, now: `${today}T10:00:00.000Z` };
    const { doctors, products, visits, basis } = await sync(asking);
    const there = await readToday(db, { id, today, time_zone });
    const own = { doctors, visits, today, time_zone, person: id };
    expect([today, id, todayAtHand(own, { basis, on: today })]).toEqual([today, id, there]);
    const day = addDays(today, random.integer(0, 20));
    // These people skip on days to come, too.
    const skips = [basis, await readDayBasis(db, { id, today: day })].flatMap((one) => one.skips);
    const basisOfDay = { basis: { ...basis, skips }, on: today };
    const plan = await readDayPlan(db, { id, today, time_zone }, day);
    expect([today, day, id, dayPlanAtHand(own, basisOfDay, day)]).toEqual([today, day, id, plan]);
    const week = await readWeekPlan(db, { id, today, time_zone }, day);
    expect([today, day, id, weekPlanAtHand(own, basisOfDay, day)]).toEqual([today, day, id, week]);
    const theirs = [...doctors.values()].filter(({ representative_id: of }) => of === null || of === id);
    const doctor = random.pick(theirs).id;
    const { month } = await readGlance(db, doctor, { actor: { id, email: "" }, today, time_zone });
    const at = { doctors, visits, products, today, time_zone };
    const glance = glanceAtHand(at, doctor, { basis, is_partial: true, is_month_partial: false });
    expect([today, id, glance?.month]).toEqual([today, id, month]);
    const evening = { day: today, doctors: [doctor, random.pick(theirs).id] };
    const rows = await readCatchUp(db, evening, { id, today, time_zone });
    const here = catchUpAtHand({ ...own, products }, { basis, on: today }, evening);
    expect([today, id, comparable(here)]).toEqual([today, id, comparable(rows)]);
    seen.likely += rows.rows.filter(({ likely }) => likely).length;
    seen.planned += there.planned.length;
    seen.done += there.done_total;
    seen.others += there.done.filter(({ own }) => !own).length;
    seen.due += there.due.length;
    seen.skipped += there.skipped.length;
    seen.open += there.unrecorded.visits;
    seen.near += plan.near.length;
    seen.calls += [...there.due, ...plan.due].filter(({ calls }) => calls > 3).length;
  }
  // Days on which nothing is planned, done, due or skipped say little.
  for (const [what, count] of Object.entries(seen)) expect([what, count > 0]).toEqual([what, true]);
});

/** An evening without what the doctors usually buy, which older visits than those on a phone may tell. */
function comparable(evening: CatchUp | undefined) {
  return { ...evening, rows: evening?.rows.map(({ usual: _, ...row }) => row) };
}

/** The rows of a person's phone after its first sync. */
async function sync(asking: Parameters<typeof readChanges>[1]) {
  const asked = { cursor: "", digest: "", after_doctors: "", after_products: "", after_visits: "" } as const;
  const answer = await readChanges(database.db, asking, asked);
  if (answer.visits.more || !answer.day_basis) throw new Error("There are more visits than one answer holds");
  return {
    doctors: new Map(fromColumns<SyncedDoctor>(answer.doctors.rows).map((row) => [row.id, row])),
    products: new Map(fromColumns<SyncedProduct>(answer.products.rows).map((row) => [row.id, row])),
    visits: new Map(fromColumns<SyncedVisit>(answer.visits.rows).map((row) => [row.id, row])),
    basis: answer.day_basis,
  };
}
