import { addDays, type Day } from "@rounds/domain/calendar/calendar.ts";
import { spansBetween, stepFor } from "@rounds/domain/calendar/spans.ts";
import { periodRange } from "@rounds/domain/dashboard/dashboard.ts";
import { doctorInput } from "@rounds/domain/doctors/doctor.ts";
import { lineTotal, toPaise, toRupees } from "@rounds/domain/money/money.ts";
import { productCategories, reportCategory } from "@rounds/domain/products/categories.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import type { SaleRow, SalesFilters, SalesSummary } from "@rounds/domain/sales/sales.ts";
import { type Visit, visitStatuses } from "@rounds/domain/visits/visit.ts";
import { anId, anItem, itemsOf } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { createTestDatabase } from "@rounds/testkit/database.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Actor } from "../api/context.ts";
import { readDashboard } from "../dashboard/queries.ts";
import { deleteDoctor } from "../doctors/delete-doctor.ts";
import { createDoctor } from "../doctors/queries.ts";
import { createProduct } from "../products/queries.ts";
import { foldChanges } from "../rollups/fold.ts";
import { within } from "../rollups/queries.ts";
import { addStock } from "../stock/change-stock.ts";
import { addPeople } from "../testing/people.ts";
import { deleteVisit } from "../visits/delete-visit.ts";
import { editVisit } from "../visits/edit-visit.ts";
import { listVisits } from "../visits/list-visits.ts";
import { recordVisit } from "../visits/record-visit.ts";
import { listSales } from "./list-sales.ts";
import { summarizeSales } from "./summarize-sales.ts";

// Cards and charts come from separate sums, the list from the sales themselves: under random filters, on the data of
// random commands, both must agree, and with the plainest sum over all rows.

const seed = Number(process.env.SEED ?? 20250615);
const rounds = 3;
const commandsPerRound = casesOf(80, 200);
const filtersPerRound = casesOf(12, 34);
const actor = { id: null, email: "" };
/** Who records visits; the product itself is nobody. */
const people: Actor[] = [actor, { id: anId(), email: "" }, { id: anId(), email: "" }];
const random = createRandom(seed);

const askerOf = (today: Day) => ({ actor, today, time_zone: "Asia/Kolkata" });

const database = await createTestDatabase();
await addPeople(
  database.pool,
  people.flatMap(({ id }) => (id ? { id } : [])),
);
afterAll(() => database.close());

const doctors: string[] = [];
const products: string[] = [];
const visits = new Map<string, Visit>();
let today: Day = "2025-01-20";

test(`${rounds * filtersPerRound} random filters from seed ${seed}: cards, charts and list agree`, {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < 9; n++) await newDoctor();
  const categories = [null, "Other", "Vitamins", "Vitamins", "Diabetes", "Pain Relief", "Diabetes"] as const;
  for (const category of categories) await newProduct(category);
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < commandsPerRound; n++) await command();
    expect(await checkRollups(database)).toEqual([]);
    const stored = await readStored();
    for (let n = 0; n < filtersPerRound; n++) await compareSales(stored, randomFilters(n));
    for (let n = 0; n < 6; n++) await compareVisits(randomFilters(n));
    for (const { id } of people) await compareVisits({ ...randomFilters(0), representative: id ?? "nobody" });
    for (const period of ["all-time", "this-month", "2024-12", "2024-02", "2019-01", "2026-03"]) {
      await compareDashboard(period);
    }
    // The round before last starts with everything folded, the last with something left.
    if (round > 0) await foldChanges(database.db);
    expect(await checkRollups(database)).toEqual([]);
  }
});

async function newDoctor() {
  const id = anId();
  // Some share a name.
  const input = doctorInput.parse({ name: `Dr. ${random.integer(1, 4)}` });
  await createDoctor(database.db, { id, ...input }, actor);
  doctors.push(id);
}

async function newProduct(category: (typeof productCategories)[number] | null) {
  const id = anId();
  const input = { id, name: `Product ${products.length}`, category, price: "1.00", description: null };
  await createProduct(database.db, input, actor);
  await addStock(database.db, id, { id: anId(), quantity: 1_000_000, notes: null }, actor, "2021-01-01");
  products.push(id);
}

/** Most lines are of few products, some of them long ago, so that there are days and products without sales. */
const someLines = () =>
  Array.from({ length: random.integer(0, 4) }, () =>
    anItem(
      random.weighted(products, (id) => 1 / (1 + products.indexOf(id))),
      random.integer(1, 9),
      // Few prices, so that equal sums occur.
      random.pick(["10.00", "0.05", "33.33", "9999999.99"]),
    ),
  );
const aDay = () => {
  if (random.chance(0.1)) return addDays(today, random.integer(1, 40));
  return addDays(today, -random.integer(0, random.pick([3, 40, 900])));
};
const someContent = () => ({
  doctor_id: random.pick(doctors),
  visit_date: aDay(),
  status: random.pick(visitStatuses),
  notes: null,
});

async function command() {
  const { db } = database;
  if (random.chance(0.1)) today = addDays(today, random.integer(1, 3));
  if (random.chance(0.1)) await foldChanges(db, random.integer(1, 60));
  const kind = random.next();
  const known = [...visits.values()];
  if (kind < 0.7 || known.length === 0) {
    const made = await recordVisit(
      db,
      { id: anId(), ...someContent(), items: someLines() },
      random.pick(people),
      today,
    );
    visits.set(made.id, made);
  } else if (kind < 0.88) {
    const visit = random.pick(known);
    const kept = itemsOf(visit).filter(() => random.chance(0.8));
    const content = random.chance(0.5) ? someContent() : { ...someContent(), visit_date: visit.visit_date };
    const items = [...kept, ...(random.chance(0.5) ? someLines() : [])];
    const edit = { ...content, items, version: visit.version };
    visits.set(visit.id, await editVisit(db, visit.id, edit, actor, today));
  } else if (kind < 0.92) {
    // As when an account is removed, or an import is given whose a visit is.
    const { id } = random.pick(known);
    const author = random.pick(people).id;
    await database.pool.query("update visits set created_by = $2 where id = $1", [id, author]);
    const visit = visits.get(id);
    if (visit) visits.set(id, { ...visit, created_by: author });
  } else if (kind < 0.99) {
    const { id } = random.pick(known);
    await deleteVisit(db, id, {}, actor);
    visits.delete(id);
  } else {
    const doctor_id = random.pick(doctors);
    await deleteDoctor(db, doctor_id, {}, actor);
    doctors.splice(doctors.indexOf(doctor_id), 1);
    for (const visit of known) if (visit.doctor_id === doctor_id) visits.delete(visit.id);
    await newDoctor();
  }
}

function randomFilters(n: number): SalesFilters {
  const days = [aDay(), aDay()].sort();
  if (random.chance(0.1)) days.reverse();
  const [start = "", end = ""] = days;
  const ranged = n > 0 && random.chance(0.7);
  const whole = random.chance(0.1);
  return {
    start_date: ranged ? (whole ? "2000-01-01" : start) : "",
    end_date: ranged || random.chance(0.1) ? (whole ? "2999-12-31" : end) : "",
    doctor_id: n > 0 && random.chance(0.2) ? random.pick([...doctors, anId()]) : "",
    product_id: n > 0 && random.chance(0.2) ? random.pick([...products, anId()]) : "",
    category: n > 0 && random.chance(0.3) ? random.pick(productCategories) : "",
    representative: n > 0 && random.chance(0.3) ? (random.pick(people).id ?? "nobody") : "",
  };
}

/** The days that filters let through, by the plainest reading of the rule. */
function lets(filters: Pick<SalesFilters, "start_date" | "end_date">, day: Day) {
  const { start_date, end_date } = filters;
  return start_date === "" || end_date === "" || (day >= start_date && day <= end_date);
}

type Stored = SaleRow & { created_at: string };

/** All sales, newest first. */
async function readStored(): Promise<Stored[]> {
  const { rows } = await database.pool.query(`
    select sales.id, visit_id, quantity, unit_price, total_amount, transaction_date, visits.visit_date, visits.created_by, null as changed_by_id,
      json_build_object('id', doctors.id, 'name', doctors.name, 'specialization', specialization) as doctor,
      json_build_object('id', products.id, 'name', products.name, 'category', category) as product
    from sales join visits on visits.id = visit_id join doctors on doctors.id = visits.doctor_id
      join products on products.id = product_id
    order by transaction_date desc, sales.id desc`);
  expect(rows.length).toBe([...visits.values()].reduce((sum, visit) => sum + visit.sales.length, 0));
  return rows;
}

async function compareSales(stored: readonly Stored[], filters: SalesFilters) {
  const expected = stored.filter(
    (row) =>
      lets(filters, row.transaction_date) &&
      (filters.doctor_id === "" || row.doctor.id === filters.doctor_id) &&
      (filters.product_id === "" || row.product.id === filters.product_id) &&
      (filters.category === "" || reportCategory(row.product.category) === filters.category) &&
      // Nobody has doctors.
      (filters.representative === "" || (row.created_by ?? "nobody") === filters.representative),
  );
  const asker = askerOf(today);
  const listed = await allPages((page) => listSales(database.db, { ...filters, page, page_size: 10 }, asker));
  expect({ filters, listed }).toEqual({ filters, listed: expected });
  const { before, ...summary } = await summarizeSales(database.db, filters, asker);
  const { trend, ...figures } = summary;
  expect({ filters, figures }).toEqual({ filters, figures: summaryOf(listed) });
  compareTrend(trend, listed, filters);
  if (before) {
    const { from: start_date, to: end_date, ...figures } = before;
    const earlier = await allPages((page) =>
      listSales(database.db, { ...filters, start_date, end_date, page, page_size: 10 }, asker),
    );
    expect({ filters, ...figures }).toMatchObject({ filters, ...totalsOf(earlier) });
    expect(addDays(end_date, 1)).toBe(filters.start_date);
  }
  // The ledger knows neither doctors nor authors.
  if (filters.doctor_id === "" && filters.representative === "") {
    expect({ filters, units: await unitsOfLedger(filters) }).toEqual({ filters, units: summary.items_sold });
  }
}

function totalsOf(rows: readonly SaleRow[]) {
  return {
    revenue: toRupees(rows.reduce((sum, row) => sum + toPaise(row.total_amount), 0n)),
    items_sold: rows.reduce((sum, row) => sum + row.quantity, 0),
    transactions: rows.length,
  };
}

/** What cards and charts must show for these rows. */
function summaryOf(rows: readonly SaleRow[]): Omit<SalesSummary, "before" | "trend"> {
  const categories = new Map<string, bigint>();
  const perDoctor = new Map<string, { name: string; paise: bigint }>();
  let paise = 0n;
  for (const { quantity, unit_price, total_amount, product, doctor } of rows) {
    expect(toRupees(lineTotal(quantity, unit_price))).toBe(total_amount);
    paise += toPaise(total_amount);
    const category = reportCategory(product.category);
    categories.set(category, (categories.get(category) ?? 0n) + toPaise(total_amount));
    const sum = perDoctor.get(doctor.id) ?? { name: doctor.name, paise: 0n };
    perDoctor.set(doctor.id, { name: doctor.name, paise: sum.paise + toPaise(total_amount) });
  }
  const largestFirst = (a: { paise: bigint; key: string }, b: { paise: bigint; key: string }) =>
    a.paise === b.paise ? (a.key < b.key ? -1 : 1) : a.paise > b.paise ? -1 : 1;
  return {
    revenue: toRupees(paise),
    items_sold: rows.reduce((sum, row) => sum + row.quantity, 0),
    transactions: rows.length,
    by_category: productCategories
      .flatMap((category) => ({ category, key: category, paise: categories.get(category) ?? 0n }))
      .filter((row) => row.paise > 0n)
      .sort(largestFirst)
      .map((row) => ({ category: row.category, revenue: toRupees(row.paise) })),
    top_doctors: [...perDoctor]
      .map(([doctor_id, { name, paise: sum }]) => ({
        doctor_id,
        name,
        paise: sum,
        key: `${name} ${doctor_id}`,
      }))
      .sort(largestFirst)
      .slice(0, 10)
      .map((row) => ({ doctor_id: row.doctor_id, name: row.name, revenue: toRupees(row.paise) })),
  };
}

/** The trend has each sale once, in the span of its day; those of a range are shown up to today. */
function compareTrend(
  trend: SalesSummary["trend"],
  rows: readonly SaleRow[],
  { start_date, end_date }: SalesFilters,
) {
  if (rows.length === 0) return expect(trend).toBeNull();
  const days = rows.map(({ transaction_date }) => transaction_date);
  const ranged = start_date !== "" && end_date !== "";
  const from = trend?.from ?? "";
  const to = ranged && end_date < today ? end_date : today;
  if (ranged) expect(from).toBe(start_date);
  else expect(from <= (days.at(-1) ?? "")).toBe(true);
  const spans = spansBetween(from, to, stepFor(ranged ? from : (days.at(-1) ?? ""), to));
  const sums = spans.flatMap((span) => {
    const own = rows.filter(({ transaction_date: day }) => day >= span.from && day <= span.to);
    return own.length === 0 ? [] : [{ from: span.from, to: span.to, revenue: totalsOf(own).revenue }];
  });
  expect(trend).toMatchObject({ to, sums });
  expect(trend && toRupees(trend.sums.reduce((sum, { revenue }) => sum + toPaise(revenue), 0n))).toBe(
    totalsOf(rows).revenue,
  );
}

/** Units of the ledger's sales, net of returns, for the products and days of some filters. */
async function unitsOfLedger({ start_date, end_date, product_id, category }: SalesFilters): Promise<number> {
  const { rows } = await database.pool.query(
    `select -coalesce(sum(quantity), 0)::integer as units
     from stock_transactions join products on products.id = product_id
     where (transaction_type = 'sale' or reference_type in ('visit_edit_reversal', 'visit_delete_reversal'))
       and ($1 = '' or $2 = '' or transaction_date between nullif($1, '')::date and nullif($2, '')::date)
       and ($3 = '' or product_id::text = $3) and ($4 = '' or coalesce(category, 'Other') = $4)`,
    [start_date, end_date, product_id, category],
  );
  // A sum of 0 may be -0.
  return rows[0].units + 0;
}

/** The rows of all pages, each of which must be full except the last, with the same total. */
async function allPages<Row>(
  read: (page: number) => Promise<{ rows: Row[]; total: number; page: number; page_size: number }>,
): Promise<Row[]> {
  const first = await read(1);
  const rows = [...first.rows];
  const pages = Math.max(1, Math.ceil(first.total / 10));
  for (let page = 2; page <= pages; page++) {
    const answer = await read(page);
    expect(answer).toMatchObject({ page, total: first.total, page_size: 10 });
    expect(rows.length).toBe((page - 1) * 10);
    rows.push(...answer.rows);
  }
  expect(rows.length).toBe(first.total);
  expect(await read(pages + 1 + random.integer(0, 5))).toMatchObject({ page: pages });
  return rows;
}

async function compareVisits({ start_date, end_date, representative }: SalesFilters) {
  const status = random.pick(["", "completed", "other"] as const);
  const inRange = [...visits.values()].filter((visit) => lets({ start_date, end_date }, visit.visit_date));
  const expected = inRange.filter(
    (visit) =>
      (status === "" || (visit.status === "completed") === (status === "completed")) &&
      (representative === "" || (visit.created_by ?? "nobody") === representative),
  );
  const filters = { start_date, end_date, status, city: null, representative, search: "" };
  const asker = askerOf(today);
  let answer = await listVisits(database.db, { ...filters, page: 1, page_size: 10 }, asker);
  const listed = await allPages(async (page) => {
    answer = await listVisits(database.db, { ...filters, page, page_size: 10 }, asker);
    for (const { day, visits } of answer.days)
      expect(visits).toBe(expected.filter((visit) => visit.visit_date === day).length);
    return answer;
  });
  const { unfiltered, frequencies, frequency_doctors } = answer;
  expect({ filters, unfiltered, listed: listed.map(keyOf) }).toEqual({
    filters,
    unfiltered: inRange.length,
    listed: expected.map(keyOf).sort().reverse(),
  });
  const visitsOf = new Map<string, number>();
  if (start_date !== "" && end_date !== "") {
    for (const { doctor_id } of expected) visitsOf.set(doctor_id, (visitsOf.get(doctor_id) ?? 0) + 1);
  }
  const chips = frequencies.map(({ doctor_id, count }) => [doctor_id, count]);
  expect({ filters, chips: chips.sort(), doctors: frequency_doctors }).toEqual({
    filters,
    chips: [...visitsOf].sort(),
    doctors: visitsOf.size,
  });
}

const keyOf = (visit: { visit_date: Day; id: string }) => `${visit.visit_date} ${visit.id}`;

/** The dashboard's figures of a period equal those of the sales analytics and the visit list for the same days. */
async function compareDashboard(period: string) {
  const { db } = database;
  const range = periodRange(period, today);
  const none = { doctor_id: "", product_id: "", category: "", representative: "" } as const;
  const summaryOfDays = (from: Day | undefined, to: Day | undefined) =>
    summarizeSales(db, { ...none, start_date: from ?? "", end_date: to ?? "" }, askerOf(today));
  const dashboard = await readDashboard(db, period, today);
  const summary = await summaryOfDays(range.from, range.to);
  expect([period, dashboard.sales]).toEqual([period, summary.revenue]);
  expect([period, dashboard.top_doctors]).toEqual([period, summary.top_doctors.slice(0, 5)]);
  const counted = db.selectFrom("visits").select(sql<number>`count(*)`.as("visits"));
  expect(await counted.where(within("visit_date", range)).executeTakeFirst()).toEqual({
    visits: dashboard.visits,
  });
  const { comparison } = dashboard;
  expect(comparison === null).toBe(range.from === undefined || range.from > today);
  if (comparison) {
    const { visits, sales, before } = comparison;
    const figuresOf = async (days: { from?: Day | undefined; to?: Day | undefined }) => ({
      sales: (await summaryOfDays(days.from, days.to)).revenue,
      ...(await counted.where(within("visit_date", days)).executeTakeFirst()),
    });
    const to = range.to && range.to < today ? range.to : today;
    expect({ period, visits, sales }).toEqual({ period, ...(await figuresOf({ from: range.from, to })) });
    expect(before).toEqual({ ...before, ...(await figuresOf(before)) });
  }
  for (const { day, revenue } of dashboard.daily_sales) {
    expect([day, revenue]).toEqual([day, (await summaryOfDays(day, day)).revenue]);
  }
  expect([period, dashboard.daily_sales.length > 0]).toEqual([period, summary.transactions > 0]);
}
