import { createDemoPeople } from "@rounds/auth/admin/demo-people.ts";
import type { Database } from "@rounds/database/connect.ts";
import { transaction } from "@rounds/database/transaction.ts";
import { addDays, type Day, dayOf } from "@rounds/domain/calendar/calendar.ts";
import { formatCount } from "@rounds/domain/money/count.ts";
import { formatRupees } from "@rounds/domain/money/money.ts";
import { salesTotal } from "@rounds/domain/visits/visit.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { sql } from "kysely";
import type { Actor } from "../api/context.ts";
import { createDoctor } from "../doctors/queries.ts";
import { createProduct } from "../products/queries.ts";
import { appendMovements, lockProducts, type Movement } from "../stock/ledger.ts";
import { recordAtOnce } from "../visits/record-at-once.ts";
import { checkBooks } from "./check-demo.ts";
import { DemoRefused } from "./demo-refused.ts";
import type { DemoVisit } from "./diary.ts";
import { type Demo, planDemo } from "./plan-demo.ts";
import { firstDayOf, holidaysBetween } from "./workdays.ts";

/** The number of demo rows. */
export type DemoSummary = {
  people: number;
  doctors: number;
  products: number;
  visits: number;
  sales: number;
};

/** What the team did not enter has no author: the product itself created it. */
const product: Actor = { id: null, email: "" };

/** Whether there are no doctors, products and visits yet. */
export async function isEmpty(db: Database): Promise<boolean> {
  const { rows } = await sql<{ empty: boolean }>`
    select not (exists (select from doctors) or exists (select from products) or exists (select from visits))
      as empty`.execute(db);
  return rows[0]?.empty === true;
}

/**
 * Fills an empty database with believable data up to today: a team, doctors, products with their stock, visits with sales,
 * all through the product's own commands, in one transaction: if it fails or is stopped, nothing is created. `say` gets
 * lines for the waiting person; `signal` stops it. Throws `DemoRefused` if there is data already.
 */
export async function loadDemo(
  db: Database,
  clock: Clock,
  business_time_zone: string,
  say: (text: string) => void,
  signal?: AbortSignal,
): Promise<DemoSummary> {
  const today = dayOf(clock(), business_time_zone);
  const demo = planDemo(today);
  const sales = demo.visits.flatMap(({ row }) => row.items);
  await transaction(db, async (tx) => {
    // Two loaders at once: the second waits, and then finds the data of the first.
    await sql`select pg_advisory_xact_lock(hashtextextended('rounds.demo', 0))`.execute(tx);
    if (!(await isEmpty(tx))) {
      throw new DemoRefused("There is data already. Demo data is only loaded into an empty database.");
    }
    say(
      `Loading ${demo.doctors.length} doctors, ${demo.products.length} products and ${formatCount(demo.visits.length)} visits …`,
    );
    await createDemoPeople(tx, { clock }, demo.people);
    for (const { row } of demo.doctors) await createDoctor(tx, row, product);
    await dateDoctors(tx);
    await addHolidays(tx, today);
    for (const { row } of demo.products) await createProduct(tx, row, product);
    await keepBooks(tx, demo, today, { say, signal });
    await checkBooks(tx);
  });
  // The query planner does not know the new rows until then, and the first pages would be slow.
  await sql`analyze doctors, products, visits, sales, stock_transactions`.execute(db);
  say(
    `Done: ${formatCount(sales.length)} sales of ${formatRupees(salesTotal(sales))}; stock, ledger and sales agree.`,
  );
  return {
    people: demo.people.length,
    doctors: demo.doctors.length,
    products: demo.products.length,
    visits: demo.visits.length,
    sales: sales.length,
  };
}

/** Doctors are due from the day on which they were added; the id of a demo row tells that (UUID v7, RFC 9562). */
async function dateDoctors(tx: Database) {
  await sql`update doctors set created_at = added, updated_at = added
    from (
      select id as doctor, to_timestamp(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint / 1000.0) as added
      from doctors
    ) as times
    where id = doctor`.execute(tx);
}

/** The days on which the demo's representatives don't work, until the end of next year. */
async function addHolidays(tx: Database, today: Day) {
  const holidays = holidaysBetween(firstDayOf(today), addDays(today, 366));
  await sql`insert into holidays (day, name)
    select day, name from json_to_recordset(${JSON.stringify(holidays)}) as holiday (day date, name text)
    on conflict do nothing`.execute(tx);
}

/** Enters deliveries and visits day by day, each as if it were that day. */
async function keepBooks(
  tx: Database,
  { visits, supply }: Demo,
  today: Day,
  { say, signal }: { say: (text: string) => void; signal: AbortSignal | undefined },
) {
  const visitsOn = groupByDay(visits, ({ row }) => row.visit_date);
  const supplyOn = groupByDay(supply, ({ transaction_date }) => transaction_date);
  let year = "";
  for (const day of [...new Set([...visitsOn.keys(), ...supplyOn.keys()])].sort()) {
    signal?.throwIfAborted();
    if (day.slice(0, 4) !== year) {
      year = day.slice(0, 4);
      say(`  ${year} …`);
    }
    await move(tx, supplyOn.get(day) ?? []);
    const asIfToday = day < today ? day : today;
    // On one connection, one after another: what is sent together does not wait for an answer each.
    await Promise.all(
      (visitsOn.get(day) ?? []).map(({ row, author }) => enter(tx, row, author ?? product, asIfToday)),
    );
  }
}

/** Records a visit that nothing may refuse: its transaction would be over. */
async function enter(tx: Database, row: DemoVisit["row"], author: Actor, today: Day) {
  const recorded = await recordAtOnce(tx, row, author, today);
  if (!recorded) throw new Error(`The visit of ${row.visit_date} to ${row.doctor_id} was refused.`);
}

function groupByDay<Item>(items: readonly Item[], dayOfItem: (item: Item) => Day): Map<Day, Item[]> {
  const groups = new Map<Day, Item[]>();
  for (const item of items) {
    const group = groups.get(dayOfItem(item));
    if (group) group.push(item);
    else groups.set(dayOfItem(item), [item]);
  }
  return groups;
}

async function move(tx: Database, movements: readonly Movement[]) {
  await lockProducts(
    tx,
    movements.map(({ product_id }) => product_id),
  );
  await appendMovements(tx, movements, product);
}
