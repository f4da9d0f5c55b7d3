import {
  addDays,
  type Day,
  endOfMonth,
  endOfYear,
  startOfMonth,
  startOfYear,
} from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { maxFrequencies } from "@rounds/domain/visits/visit-list.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { foldChanges } from "../rollups/fold.ts";
import { listVisits } from "./list-visits.ts";

// The frequency card shows a part of the doctors: with more of them than it shows, many with equal counts, and with
// changes of which some are folded in, it must show and count the same as the plainest query.

const seed = Number(process.env.SEED ?? 20250617);
const rounds = casesOf(8, 40);
const doctors = maxFrequencies + 60;
const today: Day = "2025-06-15";
const random = createRandom(seed);

const database = await createTestDatabase();
afterAll(() => database.close());

test(`the card of random ranges from seed ${seed} is that of the plainest query`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  // Some share a name.
  await pool.query(
    `insert into doctors (id, name, address, creation_digest)
     select gen_random_uuid(), 'Dr. ' || n % 90, 'Road ' || n || ', Pune', '' from generate_series(1, $1::integer) n`,
    [doctors],
  );
  for (let round = 0; round < rounds; round++) {
    await changeVisits();
    // Nothing, some or all of it.
    await foldChanges(db, random.pick([1, 200, 100_000]));
    for (const range of ranges()) {
      for (const status of ["", "completed", "other"] as const) await compare(range, status);
    }
  }
});

/** Statements like those of people, but many rows at once. */
async function changeVisits(): Promise<void> {
  const { pool } = database;
  const day = aDay();
  await pool.query("select setseed($1)", [random.next()]);
  await pool.query(
    `insert into visits (id, doctor_id, visit_date, status, creation_digest)
     select gen_random_uuid(), id, $1::date + n % 40, (array['completed', 'completed', 'scheduled'])[1 + n % 3], ''
     from (select id, row_number() over (order by random())::integer as n from doctors) as numbered
     where random() < 0.9`,
    [day],
  );
  const some = `id in (select id from visits order by md5(id::text || '${random.next()}') limit 30)`;
  await pool.query(`update visits set visit_date = visit_date + 20 where ${some}`);
  await pool.query(`update visits set status = 'cancelled' where ${some}`);
  await pool.query(`delete from visits where ${some}`);
  await pool.query(`delete from visits where visit_date between $1 and $1::date + 3`, [aDay()]);
  await pool.query("delete from visits where visit_date = (select max(visit_date) from visits)");
}

const aDay = () => addDays(today, random.integer(random.pick([-500, 0]), 40));

function ranges(): { start_date: Day; end_date: Day }[] {
  const [start_date = today, end_date = today] = [aDay(), aDay()].sort();
  return [
    { start_date, end_date },
    { start_date, end_date: start_date },
    { start_date: startOfMonth(start_date), end_date: endOfMonth(start_date) },
    { start_date: startOfYear(start_date), end_date: endOfYear(start_date) },
    { start_date: "1990-01-01", end_date: "2999-12-31" },
    { start_date: "1990-01-01", end_date: "1990-01-31" },
  ];
}

async function compare(range: { start_date: Day; end_date: Day }, status: "" | "completed" | "other") {
  // Every doctor is a "Dr.", but no sum is kept of those who match a search.
  const search = random.chance(0.3) ? "dr" : "";
  const filters = { ...range, status, city: null, representative: "", search, page: 1, page_size: 1 };
  const asker = { actor: { id: null, email: "" }, today, time_zone: "Asia/Kolkata" };
  const { frequencies, frequency_doctors, total, unfiltered, upcoming } = await listVisits(
    database.db,
    filters,
    asker,
  );
  const matching = { "": "true", completed: "status = 'completed'", other: "status <> 'completed'" }[status];
  const { rows: plain } = await database.pool.query(
    `select doctors.id as doctor_id, name, city, count(*)
     from doctors join visits on doctor_id = doctors.id
     where visit_date between $1 and $2 and ${matching}
     group by doctors.id order by count(*) desc, name_key, doctors.id`,
    [range.start_date, range.end_date],
  );
  const { rows: counts } = await database.pool.query(
    `select count(*) filter (where visit_date between $1 and $2 and ${matching}) as total,
       count(*) filter (where visit_date between $1 and $2) as unfiltered,
       count(*) filter (where visit_date > $3 and ${matching}) as later,
       max(visit_date) filter (where visit_date > $3 and ${matching}) as last_day
     from visits`,
    [range.start_date, range.end_date, today],
  );
  const { later: visits, last_day, ...figures } = counts[0];
  expect({ ...filters, ...{ total, unfiltered, upcoming, frequency_doctors, frequencies } }).toEqual({
    ...filters,
    ...figures,
    upcoming: { visits, last_day },
    frequency_doctors: plain.length,
    frequencies: plain.slice(0, maxFrequencies),
  });
}
