import type { Database } from "@rounds/database/connect.ts";
import { addDays, type Day, endOfMonth, startOfMonth } from "@rounds/domain/calendar/calendar.ts";
import { sql } from "kysely";

/** One request of the benchmark. */
export type Request = { name: string; path: string };

/** The values used in requests: the busiest doctor and product, an address, a city. */
type Samples = { doctor: string; product: string; address: string };

async function readSamples(db: Database): Promise<Samples> {
  const { rows } = await sql<Samples>`
    select
      (select doctor_id from visits group by doctor_id order by count(*) desc limit 1) as doctor,
      (select product_id from stock_transactions group by product_id order by count(*) desc limit 1) as product,
      (select address from doctors order by id limit 1) as address`.execute(db);
  const [samples] = rows;
  if (!samples) throw new Error("There is nothing to ask for.");
  return samples;
}

/** Every list of the product: first page, page 500 (the last one where there are fewer), searches, filters. */
export async function listRequests(db: Database, today: Day): Promise<Request[]> {
  const { doctor, product, address } = await readSamples(db);
  const visits = (name: string, query: Record<string, string>) =>
    ask(`visits, ${name}`, "/api/visits", query);
  const month = { start_date: startOfMonth(today), end_date: endOfMonth(today) };
  const lastMonth = startOfMonth(addDays(startOfMonth(today), -1));
  const year = { start_date: addDays(today, -364), end_date: today };
  return [
    ask("doctors", "/api/doctors"),
    ask("doctors, page 500", "/api/doctors", { page: "500" }),
    ask("doctors, rare word", "/api/doctors", { search: "quibbleworth" }),
    ask("doctors, common word", "/api/doctors", { search: "sharma" }),
    ask("doctors, two words", "/api/doctors", { search: "sharma aarav" }),
    ask("doctors, class", "/api/doctors", { doctor_class: "A" }),
    ask("doctors, type", "/api/doctors", { doctor_type: "dispenser" }),
    ask("doctors, city", "/api/doctors", { city: "Kochi" }),
    ask("doctors, all filters", "/api/doctors", {
      search: "sharma",
      doctor_class: "A",
      doctor_type: "prescriber",
      city: "Kochi",
    }),
    ask("doctors' places", "/api/doctors/places"),
    ask("doctor picker", "/api/doctors/choices"),
    ask("doctor picker, rare word", "/api/doctors/choices", { search: "quibbleworth" }),
    ask("doctor picker, common word", "/api/doctors/choices", { search: "sharma" }),
    ask("doctor picker, two words", "/api/doctors/choices", { search: "sharma aarav" }),
    ask("doctor picker, two letters", "/api/doctors/choices", { search: "sh" }),
    ask("products", "/api/products"),
    ask("products, page 500", "/api/products", { page: "500" }),
    ask("products, rare word", "/api/products", { search: "zygomatrin" }),
    ask("products, common word", "/api/products", { search: "tablets" }),
    ask("product picker", "/api/products/choices"),
    visits("all", {}),
    visits("all, page 500", { page: "500" }),
    visits("all, rare word", { search: "anaphylaxis" }),
    visits("all, common word", { search: "samples" }),
    visits("all, two words", { search: "sharma samples" }),
    visits("all, rare doctor", { search: "quibbleworth" }),
    visits("all, completed", { status: "completed" }),
    visits("all, other", { status: "other" }),
    visits("all, address", { city: address }),
    visits("month", month),
    visits("month, page 500", { ...month, page: "500" }),
    visits("month, rare word", { ...month, search: "quibbleworth" }),
    visits("month, common word", { ...month, search: "samples" }),
    visits("month, completed", { ...month, status: "completed" }),
    visits("month, other", { ...month, status: "other" }),
    visits("month, address", { ...month, city: address }),
    visits("past month", { start_date: lastMonth, end_date: endOfMonth(lastMonth) }),
    visits("year", year),
    visits("year, rare word", { ...year, search: "anaphylaxis" }),
    ask("doctor's visits", `/api/doctors/${doctor}/visits`),
    ask("doctor's visits, page 500", `/api/doctors/${doctor}/visits`, { page: "500" }),
    ask("product's ledger", `/api/products/${product}/ledger`),
    ask("product's ledger, page 500", `/api/products/${product}/ledger`, { page: "500" }),
    ask("dashboard, this month", "/api/dashboard"),
    ask("dashboard, past month", "/api/dashboard", { period: lastMonth.slice(0, 7) }),
    ask("dashboard, all time", "/api/dashboard", { period: "all-time" }),
    ...reportRequests({ doctor, product }, today),
    // They grow with the doctors of one person, which at the smallest size are one or two.
    ask("today", "/api/today"),
    ask("today, plan of tomorrow", "/api/today/day"),
    ask("today, plan of the week", "/api/today/week"),
    ask("today, plan of the next week", "/api/today/week", { day: addDays(today, 7) }),
    ask("catch-up", "/api/today/catch-up"),
    ask("glance", `/api/doctors/${doctor}/glance`),
  ];
}

/** The sales analytics and the inventory report: default filters, widest, narrowest, and the deepest pages. */
function reportRequests({ doctor, product }: Pick<Samples, "doctor" | "product">, today: Day): Request[] {
  const month = { start_date: startOfMonth(today), end_date: today };
  const year = { start_date: addDays(today, -364), end_date: today };
  const odd = { start_date: addDays(today, -1500), end_date: addDays(today, -100) };
  const choices: [string, Record<string, string>][] = [
    ["all", {}],
    ["month", month],
    ["year", year],
    ["odd days", odd],
    ["product", { product_id: product }],
    ["category", { category: "Diabetes" }],
  ];
  const sales: typeof choices = [...choices, ["doctor", { doctor_id: doctor }]];
  return [
    ...sales.map(([name, query]) => ask(`sales summary, ${name}`, "/api/sales/summary", query)),
    ...sales.map(([name, query]) => ask(`sales, ${name}`, "/api/sales", query)),
    ...sales.map(([name, query]) =>
      ask(`sales, ${name}, last page`, "/api/sales", { ...query, page: "10000000" }),
    ),
    ...choices.map(([name, query]) => ask(`inventory summary, ${name}`, "/api/inventory/summary", query)),
    ...choices.map(([name, query]) => ask(`inventory, ${name}`, "/api/inventory", query)),
    ask("inventory, last page", "/api/inventory", { page: "10000000" }),
    ask("inventory export", "/api/inventory/export"),
  ];
}

function ask(name: string, path: string, query: Record<string, string> = {}): Request {
  const asked = new URLSearchParams(query).toString();
  return { name, path: asked ? `${path}?${asked}` : path };
}
