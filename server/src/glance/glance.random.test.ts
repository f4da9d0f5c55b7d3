import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { afterAll, expect, test } from "vitest";
import { readGlance } from "./read-glance.ts";

// On random days, and with random sales on the bounds of its months and between them, a glance must be what the plainest
// statements say, which compute months with PostgreSQL's own intervals.

const seed = Number(process.env.SEED ?? 20261122);
const random = createRandom(seed);

const database = await createTestDatabase();
afterAll(() => database.close());

test(`the glance of random doctors on random days from seed ${seed} is that of plain SQL`, {
  timeout: 600_000,
}, async () => {
  const { pool } = database;
  await pool.query("select setseed($1)", [random.next()]);
  await pool.query(`
    insert into doctors (id, name, creation_digest)
      select gen_random_uuid(), 'Dr. ' || n, '' from generate_series(1, 12) n;
    insert into products (id, name, price, creation_digest)
      select gen_random_uuid(), 'Product ' || n, n, '' from generate_series(1, 9) n;
    insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
      select gen_random_uuid(), id, 'purchase', 1 + (random() * 1000)::integer, '2020-01-01' from products;
    insert into visits (id, doctor_id, visit_date, status, notes, creation_digest)
      select gen_random_uuid(), doctors.id, date '2023-01-01' + (random() * 1200)::integer,
        (array['completed', 'completed', 'completed', 'scheduled', 'cancelled'])[1 + (random() * 4)::integer],
        'Notes ' || n, ''
      from doctors, generate_series(1, 120) n where random() < 0.9;
    insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date)
      select gen_random_uuid(), visits.id, doctor_id, products.id, row_number() over (partition by visits.id),
        1 + (random() * 40)::integer, 1 + (random() * 90000)::integer / 100.0, visit_date
      from visits, products where random() < 0.3`);
  const { rows: doctors } = await pool.query<{ id: string }>("select id from doctors order by name_key");
  const { rows: days } = await pool.query<{ day: Day }>("select distinct visit_date as day from visits");
  for (let round = 0; round < casesOf(40, 400); round++) {
    const { day } = random.pick(days);
    // Days on which a sale is on a bound, and the ends of months.
    const today = random.pick([day, addDays(day, 1), `${day.slice(0, 7)}-28`, "2024-02-29", "2025-08-31"]);
    await compare(random.pick(doctors).id, today);
  }
});

const asked = (today: Day) => ({ actor: { id: null, email: "" }, today, time_zone: "Asia/Kolkata" });

async function compare(id: string, today: Day) {
  const found = await readGlance(database.db, id, asked(today));
  const values = [id, today];
  const one = async (statement: string) => (await database.pool.query(statement, values)).rows;
  const [last] = await one(`
    select id, visit_date, notes, (select coalesce(sum(total_amount), 0.00) from sales where visit_id = visits.id) as total
    from visits where doctor_id = $1 and visit_date <= $2 and status <> 'scheduled'
    order by visit_date desc, id desc limit 1`);
  expect(found.last_visit?.id).toBe(last?.id);
  expect(found.last_visit?.total_sales).toBe(last?.total);

  const open = await one(`
    select id, visit_date, notes, created_by from visits where doctor_id = $1 and status = 'scheduled' and $2::date is not null
    order by visit_date, id`);
  const past = open.filter(({ visit_date }) => visit_date <= today).toReversed();
  const ahead = open.filter(({ visit_date }) => visit_date > today);
  expect(found.scheduled).toEqual([...past.slice(0, 5), ...ahead.slice(0, 5)]);

  const [month] = await one(`
    select count(distinct visit_date) filter (where status = 'completed' and visit_date <= $2
        and visit_date >= date_trunc('month', $2::date)) as calls,
      count(distinct visit_date) filter (where status = 'scheduled' and visit_date >= $2
        and visit_date < date_trunc('month', $2::date) + interval '1 month'
        and not exists (select from visits met where met.doctor_id = $1 and met.visit_date = visits.visit_date
          and met.status = 'completed' and met.visit_date <= $2)) as scheduled,
      max(visit_date) filter (where status = 'completed' and visit_date <= $2) as last_call
    from visits where doctor_id = $1`);
  expect(found.month).toMatchObject(month);

  // PostgreSQL's own months: a day of a shorter month is its last one.
  const bought = await one(`
    select product_id, name, products.price, products.current_stock,
      coalesce(sum(quantity) filter (where day > $2::date - interval '6 months'), 0)::integer as units,
      coalesce(sum(total_amount) filter (where day > $2::date - interval '6 months'), 0.00) as amount,
      coalesce(sum(quantity) filter (where day <= $2::date - interval '6 months'), 0)::integer as units_before,
      (select array_agg((
          select coalesce(sum(quantity), 0)::integer from sales s
          where s.doctor_id = $1 and s.product_id = sold.product_id
            and s.transaction_date > $2::date - make_interval(months => n)
            and s.transaction_date <= $2::date - make_interval(months => n - 1)) order by n desc)
        from generate_series(1, 6) n) as months
    from (select *, transaction_date as day from sales) sold join products on products.id = product_id
    where doctor_id = $1 and day > $2::date - interval '12 months' and day <= $2
    group by product_id, name, products.price, products.current_stock
    order by amount desc, units_before desc, product_id`);
  const shown = found.bought.map(({ last_day: _, last_quantity, last_unit_price, ...product }) => product);
  expect(shown).toEqual(bought);
  for (const product of found.bought) {
    const [line] = await one(`
      select transaction_date, quantity, unit_price from sales
      where doctor_id = $1 and transaction_date <= $2 and product_id = '${product.product_id}'
      order by transaction_date desc, id desc limit 1`);
    expect([product.last_day, product.last_quantity, product.last_unit_price]).toEqual([
      line.transaction_date,
      line.quantity,
      line.unit_price,
    ]);
  }
  expect(found.products).toBe(bought.length);
}
