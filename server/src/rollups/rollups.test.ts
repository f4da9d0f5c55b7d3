import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { addDays } from "@rounds/domain/calendar/calendar.ts";
import { maxRupees } from "@rounds/domain/money/money.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { aDoctor, anId, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteDoctor } from "../doctors/delete-doctor.ts";
import { startApp, type TestApp } from "../testing/app.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { foldChanges, rebuildRollups, startFolding } from "./fold.ts";
import { readDays, readTotals, widen } from "./queries.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

const run = async (sql: string, values: unknown[] = []) => (await app.database.pool.query(sql, values)).rows;
const noted = async () => (await run("select count(*)::integer as n from rollup_changes"))[0].n;
const expectTrue = async () => expect(await checkRollups(app.database)).toEqual([]);
const actor = { id: null, email: "" };

/** Visits at two doctors with sales of two products, over some months. */
async function someData() {
  const doctors = [await aDoctor(app), await aDoctor(app)];
  const products = [await aProduct(app, 500), await aProduct(app, 500)];
  for (let n = 0; n < 12; n++) {
    await aVisit(app, doctors[n % 2]?.id ?? "", {
      visit_date: addDays("2025-06-15", -n * 23),
      items: products.map((product) => anItem(product.id, n + 1, "10.05")),
    });
  }
  return { doctors, products };
}

describe("the sums", () => {
  test("are correct before changes are folded in, after some are, and after all", async () => {
    await someData();
    expect(await noted()).toBeGreaterThan(40);
    const before = await readTotals(app.db, {});
    expect(before).toEqual({
      visits: 12,
      completed_visits: 12,
      transactions: 24,
      items_sold: 156,
      revenue: "1567.80",
      opening: 0,
      purchases: 1000,
      sales: 156,
      adjustments: 0,
    });
    await expectTrue();
    expect(await foldChanges(app.db, 10)).toBe(10);
    await expectTrue();
    while ((await foldChanges(app.db)) > 0);
    expect(await noted()).toBe(0);
    await expectTrue();
    expect(await readTotals(app.db, {})).toEqual(before);
    expect(await readDays(app.db, { from: "2025-06-15" })).toEqual([
      {
        day: "2025-06-15",
        ...before,
        visits: 1,
        completed_visits: 1,
        transactions: 2,
        items_sold: 2,
        revenue: "20.10",
        sales: 2,
      },
    ]);
  });

  test("of a range end where the data ends", async () => {
    const widened = (from?: string, to?: string) => widen(app.db, { from, to });
    expect(await widened("2020-01-01", "2025-06-15")).toEqual({});
    const { doctors } = await someData(); // from 2024-10-05 to 2025-06-15
    expect(await widened("2020-01-01", "2025-06-15")).toEqual({});
    expect(await widened("2024-10-05")).toEqual({});
    expect(await widened("2025-01-01", "2025-06-14")).toEqual({ from: "2025-01-01", to: "2025-06-14" });
    expect(await widened("2025-06-03", "2025-06-20")).toEqual({ from: "2025-06-03", to: "2025-06-30" });
    expect(await widened("2024-12-31", "2025-06-15")).toEqual({ from: "2024-12-31", to: "2025-12-31" });
    expect(await widened("2024-01-01", "2024-11-10")).toEqual({ from: "2024-10-01", to: "2024-11-10" });
    expect(await widened("2020-01-01", "2024-12-31")).toEqual({ from: "2024-01-01", to: "2024-12-31" });
    while ((await foldChanges(app.db)) > 0);
    await aVisit(app, doctors[0]?.id ?? "", { visit_date: "2025-07-01" });
    expect(await widened(undefined, "2025-06-15")).toEqual({ from: "2024-01-01", to: "2025-06-15" });
    expect(await widened(undefined, "2025-07-01")).toEqual({});
  });

  test("follow changes made directly in SQL", async () => {
    const { doctors, products } = await someData();
    await foldChanges(app.db);
    await run("update visits set visit_date = visit_date - 40, status = 'cancelled' where doctor_id = $1", [
      doctors[0]?.id,
    ]);
    await run(
      "update sales set quantity = quantity + 1, unit_price = 3.33, transaction_date = '2024-02-29' where product_id = $1",
      [products[0]?.id],
    );
    await run("update visits set doctor_id = $1", [doctors[1]?.id]);
    await run("delete from sales where product_id = $1", [products[1]?.id]);
    await run(
      `insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date, reference_type)
       values (gen_random_uuid(), $1, 'opening', 7, '2024-12-31', null),
         (gen_random_uuid(), $1, 'adjustment', -3, '2025-01-01', null),
         (gen_random_uuid(), $1, 'adjustment', 2, '2025-01-01', 'manual_adjustment')`,
      [products[1]?.id],
    );
    await expectTrue();
    await foldChanges(app.db);
    await expectTrue();
    const [{ same }] = await run(
      "select count(*) = 0 as same from sales join visits on visits.id = visit_id where sales.doctor_id <> visits.doctor_id",
    );
    expect(same).toBe(true);
  });

  test("fit the largest amounts that people can enter, many times over", async () => {
    const doctor = await aDoctor(app);
    const product = await aProduct(app, 1_000_000);
    for (let n = 0; n < 19; n++) {
      await app.call(stockRoutes.add, {
        params: { id: product.id },
        body: { id: anId(), quantity: 1_000_000 },
      });
    }
    const items = Array.from({ length: 20 }, () => anItem(product.id, 1_000_000, maxRupees));
    await aVisit(app, doctor.id, { items });
    const all = { transactions: 20, items_sold: 20_000_000, revenue: "199999999999800000.00" };
    expect(await readTotals(app.db, {})).toMatchObject(all);
    while ((await foldChanges(app.db)) > 0);
    expect(await noted()).toBe(0);
    expect(await readTotals(app.db, {})).toMatchObject(all);
    await expectTrue();
  });

  test("of a product or doctor are deleted with it, whether folded in or only recorded", async () => {
    const { doctors } = await someData();
    const unsold = [await aProduct(app, 5), await aProduct(app, 6)];
    await foldChanges(app.db);
    await run(
      "insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date) values (gen_random_uuid(), $1, 'purchase', 4, '2025-06-01')",
      [unsold[0]?.id],
    );
    await run("delete from products where id = any ($1)", [unsold.map((product) => product.id)]);
    await deleteDoctor(app.db, doctors[0]?.id ?? "", {}, actor);
    await expectTrue();
    await foldChanges(app.db);
    await expectTrue();
    const left = await run(`
      select (select count(*) from product_periods where product_key not in (select rollup_key from products)) +
        (select count(*) from doctor_periods where doctor_key not in (select rollup_key from doctors)) as n`);
    expect(left).toEqual([{ n: 0 }]);
  });
});

describe("folding", () => {
  test("lose and double nothing while eight people record and delete, on two servers", {
    timeout: 60_000,
  }, async () => {
    const { doctors, products } = await someData();
    let writing = true;
    const fold = async () => {
      while (writing) await foldChanges(app.db, 7);
    };
    const person = async (seed: number) => {
      const random = createRandom(seed);
      for (let n = 0; n < 12; n++) {
        const visit = await aVisit(app, random.pick(doctors).id, {
          visit_date: addDays("2025-06-15", -random.integer(0, 60)),
          items: [anItem(random.pick(products).id, 1, "9.99")],
        });
        if (random.chance(0.4)) await deleteVisit(app.db, visit.id, {}, actor);
        expect(await checkRollups(app.database)).toEqual([]);
      }
    };
    const people = Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(person)).finally(() => {
      writing = false;
    });
    await Promise.all([people, fold(), fold()]);
    await expectTrue();
  });

  test("does not wait for a lock that somebody holds", async () => {
    await someData();
    const other = await app.database.pool.connect();
    await other.query("select pg_advisory_lock(rollup_lock())");
    expect(await foldChanges(app.db)).toBe(0);
    await other.query("select pg_advisory_unlock(rollup_lock())");
    other.release();
    expect(await foldChanges(app.db)).toBeGreaterThan(0);
  });

  test("continues until stopped, even after an error", async () => {
    const warnings: unknown[] = [];
    const folding = startFolding(app.db, { warn: (...logged: unknown[]) => void warnings.push(logged) }, 500);
    await someData();
    await expect.poll(noted, { timeout: 10_000 }).toBe(0);
    await run("alter table day_totals rename to hidden");
    await run("insert into rollup_changes (day) values ('2025-06-15')");
    await expect.poll(() => warnings.length, { timeout: 10_000 }).toBeGreaterThan(0);
    await run("alter table hidden rename to day_totals");
    await expect.poll(noted, { timeout: 10_000 }).toBe(0);
    await folding.stop();
    await run("insert into rollup_changes (day) values ('2025-06-15')");
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await noted()).toBe(1);
  }, 40_000);
});

describe("rebuilding", () => {
  test("repairs damaged sums", async () => {
    await someData();
    await foldChanges(app.db, 20);
    await run("update day_totals set revenue = revenue + 1, visits = 0");
    await run("update product_periods set sales = sales - 1");
    await run("delete from doctor_periods where level <> 'day'");
    await run("update person_periods set visits = visits + 1");
    await run("delete from person_products where items_sold > 2");
    await run("update person_doctors set revenue = 0");
    expect(await checkRollups(app.database)).not.toEqual([]);
    await rebuildRollups(app.db);
    await expectTrue();
    expect(await noted()).toBe(0);
  });

  test("keeps what people write in the meantime", { timeout: 60_000 }, async () => {
    const { doctors, products } = await someData();
    let writing = true;
    const write = async () => {
      for (let n = 0; n < 40; n++) {
        await aVisit(app, doctors[n % 2]?.id ?? "", {
          items: [anItem(products[n % 2]?.id ?? "", 1, "1.00")],
        });
      }
      writing = false;
    };
    const rebuild = async () => {
      while (writing) {
        await rebuildRollups(app.db);
        await foldChanges(app.db, 11);
      }
    };
    await Promise.all([write(), rebuild()]);
    await expectTrue();
    await foldChanges(app.db);
    await expectTrue();
  });

  test("leaves the session unchanged", async () => {
    const session = () =>
      run(`select current_setting('statement_timeout') as timeout, current_setting('work_mem') as memory,
        (select count(*) from pg_locks join pg_database on pg_database.oid = database
          where locktype = 'advisory' and datname = current_database()) as locks`);
    const [before] = await session();
    expect(before).toMatchObject({ timeout: "30s", locks: 0 });
    await rebuildRollups(app.db);
    for (const after of await Promise.all(Array.from({ length: 8 }, session)))
      expect(after).toEqual([before]);
  });
});

test("the migration sums existing data", async () => {
  await someData();
  const migration = async (name: string) =>
    run(
      await readFile(new URL(`../../../platform/database/migrations/${name}.sql`, import.meta.url), "utf8"),
    );
  // Back to the schema before it, with the data kept.
  await run(`
    drop table day_totals, product_periods, doctor_periods, person_periods, person_products, person_doctors cascade;
    drop view rollup_facts;
    drop table rollup_changes;
    drop function note_visits, note_sales, note_movements, forget_product_sums, forget_doctor_sums, add_to_rollups,
      fold_rollup_changes, rebuild_rollups, rollup_lock, rollup_periods, is_sale_movement, person_sums_of_changes,
      delete_sales_first, note_author cascade;
    drop type rollup_level;
    alter table products drop column rollup_key;
    alter table doctors drop column rollup_key;
    drop index sales_by_product, sales_of_doctor, sales_by_day;
    alter table sales drop constraint sales_belong_to_visit, drop column doctor_id,
      add constraint sales_visit_id_fkey foreign key (visit_id) references visits on delete cascade;
    alter table visits drop constraint visits_with_doctor;
    create index sales_by_product on sales (product_id)`);
  await migration("0003_rollups");
  await migration("0048_sums_by_person");
  // Somebody records meanwhile.
  const record = () =>
    run("update visits set visit_date = visit_date - 1 where id in (select id from visits limit 3)");
  await record();
  // Another server folds that in between the migrations, and somebody records more.
  await foldChanges(app.db);
  await record();
  await migration("0049_fill_sums_by_person");
  await expectTrue();
  expect(await readTotals(app.db, {})).toMatchObject({ visits: 12, transactions: 24, revenue: "1567.80" });
  await expect(
    run(
      "insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date) select $1, visit_id, $1, product_id, 9, 1, 1, '2025-01-01' from sales limit 1",
      [randomUUID()],
    ),
  ).rejects.toMatchObject({ constraint: "sales_belong_to_visit" });
});
