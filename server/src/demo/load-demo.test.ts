import { addDays, type Day, dayOf, endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { fieldDays, fieldDaysOfMonth } from "@rounds/domain/coverage/field-days.ts";
import { defaultNorms, gapOf } from "@rounds/domain/coverage/norms.ts";
import { peopleRoute } from "@rounds/domain/coverage/people-route.ts";
import { daysBehind, slackOf, slipState } from "@rounds/domain/coverage/slipping.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { productCategories } from "@rounds/domain/products/product.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { caredForUntil } from "@rounds/domain/visits/calls.ts";
import { createTestDatabase, type TestDatabase } from "@rounds/testkit/database.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { checkBooks } from "./check-demo.ts";
import { DemoRefused } from "./demo-refused.ts";
import type { DemoVisit } from "./diary.ts";
import { type DemoSummary, isEmpty, loadDemo } from "./load-demo.ts";
import { type Demo, planDemo } from "./plan-demo.ts";
import { holidaysBetween } from "./workdays.ts";

// 00:10 of 2024-03-18 in Kolkata, still the day before in UTC.
const now = Date.UTC(2024, 2, 17, 18, 40);
const today: Day = "2024-03-18";
const india = "Asia/Kolkata";

let database: TestDatabase;
let summary: DemoSummary;
const said: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  expect(await isEmpty(database.db)).toBe(true);
  summary = await loadDemo(
    database.db,
    () => now,
    india,
    (text) => said.push(text),
  );
}, 600_000);
afterAll(() => database.close());

/** How the doctors of a demo stand on a day, and how many of them were met in the month before. */
function monthOf({ doctors, visits: all }: Demo, day: Day) {
  const visits = all.map(({ row }) => row);
  const holidays = holidaysBetween(day, day).map((holiday) => holiday.day);
  const field_days = fieldDays(day, endOfMonth(day), { holidays });
  const spacing = fieldDays(addDays(day, -daysBehind), endOfMonth(day), { holidays });
  const days = (id: string, isMeant: (visit: DemoVisit["row"]) => boolean) =>
    new Set(
      visits.filter((visit) => visit.doctor_id === id && isMeant(visit)).map((visit) => visit.visit_date),
    );
  const [month, monthBefore] = [day, addDays(startOfMonth(day), -1)].map((at) => at.slice(0, 7));
  const inMonth = ({ visit_date }: DemoVisit["row"]) => visit_date.startsWith(`${month}`);
  const targets = doctors.filter(({ calls }) => calls > 0);
  const slips = targets.map(({ row: { id, doctor_class, norm = null }, calls }) => {
    const done = days(id, (visit) => visit.status === "completed" && inMonth(visit));
    const planned = days(
      id,
      (visit) => visit.status === "scheduled" && inMonth(visit) && visit.visit_date >= day,
    );
    const gap = gapOf({ doctor_class, norm }, defaultNorms, fieldDaysOfMonth(day, holidays).length);
    const met = days(id, (visit) => visit.status === "completed" && visit.visit_date <= day);
    const last_visit = [...met].sort().at(-1) ?? null;
    const isSoon = ({ status, visit_date }: DemoVisit["row"]) =>
      status === "scheduled" && visit_date >= day && visit_date <= caredForUntil(day);
    const [next = null] = [...days(id, isSoon)].sort();
    const month = {
      ...{ norm: calls, gap, last_visit, calls: done.size, scheduled: planned.size },
      planned: next,
    };
    const slack = slackOf(month, { today: day, field_days, spacing });
    return slack && slipState(month, slack);
  });
  const today = visits.filter(({ visit_date }) => visit_date === day);
  const wasMet = ({ row: { id } }: (typeof targets)[number]) =>
    days(id, ({ status, visit_date }) => status === "completed" && visit_date.startsWith(`${monthBefore}`))
      .size > 0;
  return {
    targets: targets.length,
    late: slips.filter((state) => state === "late").length,
    due: slips.filter((state) => state === "due").length,
    done: today.filter(({ status }) => status === "completed").length,
    planned: today.filter(({ status }) => status === "scheduled").length,
    metLastMonth: targets.filter(wasMet).length / targets.length,
  };
}

async function one<Row>(query: string): Promise<Row> {
  const { rows } = await sql.raw<Row>(query).execute(database.db);
  return rows[0] as Row;
}

describe("the demo data", () => {
  test("is as much as promised and reported", async () => {
    expect(dayOf(now, india)).toBe(today);
    const counts = await one<DemoSummary>(`select (select count(*) from auth.users) as people,
      (select count(*) from doctors) as doctors, (select count(*) from products) as products,
      (select count(*) from visits) as visits, (select count(*) from sales) as sales`);
    expect(counts).toEqual(summary);
    expect(counts.doctors).toBe(300);
    expect(counts.products).toBe(40);
    expect(counts.visits).toBeGreaterThan(3000);
    expect(counts.sales).toBeGreaterThan(4000);
    expect(said.at(-1)).toMatch(/^Done: [\d,]+ sales of ₹[\d,.]+; stock, ledger and sales agree\.$/);
  });

  test("has doctors of twelve cities, with all classes and types, some in Devanagari, some incomplete", async () => {
    const { rows } = await sql<{ city: string; doctors: number }>`
      select city, count(*) as doctors from doctors group by city order by city`.execute(database.db);
    expect(rows.map(({ doctors }) => doctors)).toEqual(Array.from({ length: 12 }, () => 25));
    expect(rows.map(({ city }) => city)).toContain("Bengaluru");
    const found = await one<Record<string, number>>(`select
      count(distinct name) as names,
      count(distinct doctor_class) as classes, count(distinct doctor_type) as types,
      count(*) filter (where name ~ '^डॉ') as devanagari,
      count(*) filter (where length(name) > 55) as long,
      count(*) filter (where email is null) as without_email,
      count(*) filter (where email not like '%.example') as at_real_domains,
      count(*) filter (where contact_number not like '+91 6899%') as at_real_numbers
      from doctors`);
    expect(found).toMatchObject({ names: 300, classes: 3, types: 2, at_real_domains: 0, at_real_numbers: 0 });
    expect(found.devanagari).toBeGreaterThanOrEqual(8);
    expect(found.long).toBeGreaterThanOrEqual(2);
    expect(found.without_email).toBeGreaterThan(20);
  });

  test("has five products of each category, some low on stock and one sold out", async () => {
    const { rows } = await sql<{ category: string; products: number }>`
      select category, count(*) as products from products group by category`.execute(database.db);
    expect(new Map(rows.map((row) => [row.category, row.products]))).toEqual(
      new Map(productCategories.map((category) => [category, 5])),
    );
    expect(
      await one(`select count(*) filter (where current_stock = 0) as out,
        count(*) filter (where current_stock between 1 and 10) as low from products`),
    ).toEqual({ out: 1, low: 4 });
  });

  test("covers fourteen months up to today, with planned visits and cancelled ones without items", async () => {
    const found = await one<Record<string, unknown>>(`select
      min(visit_date)::date as first, max(visit_date)::date as last,
      count(*) filter (where visit_date = '${today}') as today,
      count(*) filter (where visit_date > '${today}' and status = 'completed') as completed_ahead,
      count(*) filter (where visit_date > '${today}' and status = 'scheduled') as planned,
      count(*) filter (where status = 'cancelled') as cancelled,
      count(*) filter (where extract(isodow from visit_date) = 7) as on_sundays,
      count(distinct to_char(visit_date, 'YYYY-MM')) filter (where visit_date <= '${today}') as months
      from visits`);
    expect(found.first).toMatch(/^2023-01-0/);
    expect(found).toMatchObject({ months: 15, completed_ahead: 0 });
    expect(found.last).toSatisfy((day: Day) => day > today && day <= addDays(today, 12));
    expect(found.today).toBeGreaterThan(3);
    expect(found.planned).toBeGreaterThan(5);
    expect(found.cancelled).toBeGreaterThan(50);
    expect(found.on_sundays).toBeLessThan(20);
    expect(
      await one(`select count(*) as items from sales join visits on visits.id = visit_id
        where status <> 'completed' or visit_date > '${today}' or transaction_date <> visit_date`),
    ).toEqual({ items: 0 });
  });

  test("keeps ledger, stock and totals in agreement, on every day", async () => {
    await expect(checkBooks(database.db)).resolves.toBeUndefined();
    expect(
      await one(`select min(stock) as least from (
        select sum(quantity) over (partition by product_id order by transaction_date, sequence) as stock
        from stock_transactions) as days`),
    ).toEqual({ least: 0 });
    expect(
      await one(`select count(*) as ahead from stock_transactions where transaction_date > '${today}'`),
    ).toEqual({
      ahead: 0,
    });
  });

  test("knows when each doctor was added, some own norms and the holidays", async () => {
    const found = await one<Record<string, unknown>>(`select
      min(created_at)::date::text as first, max(created_at)::date::text as last,
      count(*) filter (where norm = 0) as without_target, count(*) filter (where norm > 0) as own,
      (select count(*) from doctor_norms) as changed from doctors`);
    expect(found).toMatchObject({ first: "2022-12-25", last: "2022-12-30", changed: 0 });
    expect(found.without_target).toBeGreaterThan(20);
    expect(found.own).toBeGreaterThan(3);
    expect(
      await one("select count(*) as holidays, min(day)::text as first, max(day)::text as last from holidays"),
    ).toEqual({
      holidays: 15,
      first: "2023-01-26",
      last: "2025-12-25",
    });
  });

  test("is new: nothing of it was brought back, and no visit got lines later", async () => {
    const { rows } = await sql`select distinct noun, op from history.changes
      where noun in ('doctors', 'products', 'visits', 'sales')`.execute(database.db);
    expect(rows).toEqual([]);
  });

  test.each(["2025-02-03", "2024-02-29", "2026-08-15", "2026-11-22", "2026-11-23", "2026-12-31"])(
    "shows a believable month on %s: some doctors late or due, most not; visits done and planned today",
    (day) => {
      const demo = planDemo(day);
      const { late, due, targets, planned, done, metLastMonth } = monthOf(demo, day);
      expect(targets).toBeGreaterThan(120);
      expect(late).toBeLessThan(targets / 8);
      expect(late + due).toBeLessThan(targets * 0.6);
      if (day.slice(8) > "20") expect([late > 0, due > 0]).toEqual([true, true]);
      expect([done > 0, planned > 0]).toEqual([true, true]);
      expect(metLastMonth).toBeGreaterThan(0.75);
      const isRefused = ({ row: { id: _, ...row } }: Demo["doctors"][number]) =>
        !doctorInput.safeParse(row).success;
      expect(demo.doctors.filter(isRefused)).toEqual([]);
    },
  );

  test("is the same on the same day, and another on another day", () => {
    // As texts: comparing thousands of objects takes a second.
    const [demo, again] = [planDemo(today), planDemo(today)].map((one) => JSON.stringify(one));
    expect(again).toBe(demo);
    expect(planDemo(addDays(today, 1)).visits).not.toEqual(JSON.parse(demo ?? "").visits);
  });
});

test("a team works in its own cities; the rest is everybody's, and what came before it has no author", async () => {
  const { rows } = await sql<{
    name: string;
    doctors: number;
    cities: string;
    visits: number;
    planned: number;
  }>`
    select user_metadata ->> 'full_name' as name,
      count(distinct doctors.id) as doctors, string_agg(distinct city, ', ' order by city) as cities,
      count(*) filter (where visits.created_by = users.id) as visits,
      count(*) filter (where visits.created_by = users.id and visit_date > ${today}) as planned
    from auth.users left join doctors on representative_id = users.id left join visits on doctor_id = doctors.id
    group by users.id order by users.created_at`.execute(database.db);
  expect(rows.map(({ name, doctors, cities }) => [name, doctors, cities])).toEqual([
    ["Anjali Deshpande", 0, null],
    ["Sneha Kulkarni", 50, "Mumbai, Pune"],
    ["Jignesh Patel", 50, "Ahmedabad, Jaipur"],
    ["Simran Malhotra", 50, "Chandigarh, New Delhi"],
    ["Karthik Iyer", 50, "Bengaluru, Chennai"],
    ["Moumita Ghosh", 50, "Kolkata, Lucknow"],
  ]);
  for (const { visits, planned } of rows.slice(1)) {
    expect(visits).toBeGreaterThan(150);
    expect(planned).toBeGreaterThan(5);
  }
  expect(
    await one(`select min(visit_date) filter (where visits.created_by is not null)::text as first,
      count(*) filter (where visits.created_by <> doctors.representative_id) as elsewhere,
      count(*) filter (where representative_id is null and visits.created_by is not null) as with_everybodys,
      count(distinct city) filter (where representative_id is null) as cities_of_everybody
      from visits join doctors on doctors.id = doctor_id`),
  ).toEqual({ first: "2023-12-01", elsewhere: 0, with_everybodys: 0, cities_of_everybody: 2 });
});

test("the team is in use, and who signs up first is the administrator all the same", async () => {
  const app = await startApp({ database, email: "owner@rounds.example" });
  const { rows } = await app.call(teamRoutes.list, { query: {} });
  const people = rows.map(({ email, role, status }) => [email, role, status]);
  expect(people[0]).toEqual(["owner@rounds.example", "admin", "active"]);
  expect(people).toContainEqual(["anjali.deshpande@demo.example", "manager", "active"]);
  expect(people).toContainEqual(["karthik.iyer@demo.example", "representative", "active"]);
  const { rows: representatives } = await app.call(peopleRoute, {});
  expect(representatives).toHaveLength(7);
  await app.close();
});

test("a database with data is refused and unchanged", async () => {
  expect(await isEmpty(database.db)).toBe(false);
  await expect(
    loadDemo(
      database.db,
      () => now,
      india,
      () => {},
    ),
  ).rejects.toThrow(DemoRefused);
  expect(await one("select count(*) as doctors from doctors")).toEqual({ doctors: 300 });
});

test("books that don't agree are detected", async () => {
  await expect(
    database.db.transaction().execute(async (tx) => {
      await tx.deleteFrom("sales").where("id", "in", tx.selectFrom("sales").select("id").limit(1)).execute();
      await checkBooks(tx);
    }),
  ).rejects.toThrow("Sales and ledger differ in 1 visits and products");
  await expect(
    database.db.transaction().execute(async (tx) => {
      await sql`alter table stock_transactions disable trigger ledger_moves_stock`.execute(tx);
      await sql`insert into stock_transactions (id, product_id, transaction_type, quantity, transaction_date)
        select gen_random_uuid(), id, 'purchase', 5, '2024-01-01' from products limit 1`.execute(tx);
      await checkBooks(tx);
    }),
  ).rejects.toThrow("Stock and ledger differ");
});
