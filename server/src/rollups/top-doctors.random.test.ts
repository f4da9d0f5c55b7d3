import { addDays, type Day, type DayRange } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { readTopDoctors } from "../sales/queries.ts";
import { foldChanges } from "./fold.ts";
import { widen } from "./queries.ts";

// The doctors with the largest revenues are found without summing all: among many doctors, some with equal revenues,
// and with changes of which some are folded in, they must be those of the plainest query.

const seed = Number(process.env.SEED ?? 20250618);
const rounds = casesOf(10, 50);
/** More than are summed one by one. */
const doctors = 1100;
const most = 10;
const today: Day = "2025-06-15";
const random = createRandom(seed);

const database = await createTestDatabase();
afterAll(() => database.close());

test(`the top doctors of random ranges from seed ${seed} are those of the plainest query`, {
  timeout: 600_000,
}, async () => {
  const { db, pool } = database;
  await pool.query(
    `insert into doctors (id, name, creation_digest)
     select gen_random_uuid(), 'Dr. ' || n % 900, '' from generate_series(1, $1::integer) n`,
    [doctors],
  );
  await pool.query(
    "insert into products (id, name, price, creation_digest) values (gen_random_uuid(), 'P', 1, '')",
  );
  // All alike, until the rounds make some of them differ.
  for (const day of ["2023-05-05", "2024-05-05", "2024-11-11"]) await sell(doctors, day, 1, "100.00");
  await foldChanges(db, 100_000);
  await compareRanges();
  for (let round = 0; round < rounds; round++) {
    const price = random.pick(["0.01", "10.00", "333.33", "9999999.99"]);
    await sell(random.integer(1, 60), aDay(), random.integer(1, 200), price);
    await changeSales();
    // Nothing, some or all of it.
    await foldChanges(db, random.pick([1, 50, 100_000]));
    await compareRanges();
  }
});

/** Some sales of as many doctors, on that day and the days after it. */
async function sell(count: number, day: Day, days: number, price: string): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into visits (id, doctor_id, visit_date, status, creation_digest)
       select gen_random_uuid(), id, $2::date + abs(hashtext(id::text)) % $3::integer, 'completed', ''
       from (select id from doctors order by md5(id::text || $5) limit $1) as chosen
       returning id, doctor_id, visit_date
     )
     insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date)
     select gen_random_uuid(), made.id, doctor_id, products.id, 0, 1, $4, visit_date from made, products`,
    [count, day, days, price, String(random.next())],
  );
}

/** Edits and deletions like those of people, but several rows at once. */
async function changeSales(): Promise<void> {
  const some = (count: number) =>
    `(select id from sales where transaction_date > '2024-11-11' order by md5(id::text || '${random.next()}') limit ${count})`;
  await database.pool.query(`update sales set unit_price = unit_price + 5 where id in ${some(5)}`);
  await database.pool.query(`update sales set transaction_date = '${aDay()}' where id in ${some(5)}`);
  await database.pool.query(`delete from sales where id in ${some(8)}`);
  if (random.chance(0.3))
    await database.pool.query(
      "delete from doctors where id = (select id from doctors order by id desc limit 1)",
    );
}

const aDay = () => addDays(today, random.integer(random.pick([-1500, -60]), 40));

async function compareRanges(): Promise<void> {
  const [from = today, to = today] = [aDay(), aDay()].sort();
  const ranges: DayRange[] = [
    { from, to },
    { from, to: addDays(from, random.integer(1, 40)) },
    { from: "2024-05-02", to: "2024-12-30" },
    { from: "2023-05-02", to: "2024-12-30" },
    { from: "2020-05-02", to: "2025-12-30" },
    { from: "2024-06-01", to },
    {},
  ];
  for (const range of ranges) {
    const found = await readTopDoctors(database.db, await widen(database.db, range), most);
    const { rows } = await database.pool.query(
      `select doctors.id as doctor_id, name, sum(total_amount) as revenue
       from sales join doctors on doctors.id = doctor_id
       where transaction_date between coalesce($1, date '1900-01-01') and coalesce($2, date '2999-12-31')
       group by doctors.id order by 3 desc, name_key, doctors.id limit $3`,
      [range.from, range.to, most],
    );
    expect({ range, found }).toEqual({ range, found: rows });
  }
}
