import { randomUUID } from "node:crypto";
import { doctor } from "@rounds/domain/doctors/doctor.ts";
import { product } from "@rounds/domain/products/product.ts";
import { stockTransaction } from "@rounds/domain/stock/stock.ts";
import { sale, visit } from "@rounds/domain/visits/visit.ts";
import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { startLive, until } from "../testing/live.ts";

const live = await startLive();
const token = await live.token();
afterAll(() => live.stop());

type Received = {
  eventType: string;
  new: Record<string, unknown>;
  old: Record<string, unknown>;
  table: string;
};

/** Joins a channel with an unmodified client and returns what it hears. */
async function listen(filter: Record<string, unknown>, options?: Record<string, unknown>) {
  const client = await live.client(token, options);
  const received: Received[] = [];
  const system: Record<string, unknown>[] = [];
  const channel = client.channel(`test-${randomUUID()}`);
  channel.on("postgres_changes" as never, filter as never, (change: Received) => void received.push(change));
  channel.on("system" as never, {} as never, (said: Record<string, unknown>) => void system.push(said));
  let status = "";
  let problem: Error | undefined;
  channel.subscribe((now, error) => {
    status = now;
    problem = error;
  });
  await until(() => status !== "");
  if (problem) throw problem;
  await until(() => system.length > 0 || status !== "SUBSCRIBED");
  return { client, channel, received, system, status, problem: () => problem };
}

async function addDoctor(name: string): Promise<string> {
  const id = randomUUID();
  await sql`
    insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
    select ${id}, ${name}, 'A', 'prescriber', 'x'
  `.execute(live.database.db);
  return id;
}

describe.each(["1.0.0", "2.0.0"])("protocol %s", (vsn) => {
  test("announces rows that are created, changed and removed, even directly in SQL", async () => {
    const { received, status, system } = await listen(
      { event: "*", schema: "public", table: "doctors" },
      { vsn },
    );
    expect(status).toBe("SUBSCRIBED");
    expect(system).toMatchObject([
      { status: "ok", message: "Subscribed to PostgreSQL", extension: "postgres_changes" },
    ]);
    const id = await addDoctor("Dr. Rao");
    await sql`update doctors set name = 'Dr. Roy' where id = ${id}`.execute(live.database.db);
    await sql`delete from doctors where id = ${id}`.execute(live.database.db);
    await until(() => received.length === 3);
    expect(received).toMatchObject([
      { eventType: "INSERT", table: "doctors", new: { id, name: "Dr. Rao" }, old: {} },
      { eventType: "UPDATE", new: { id, name: "Dr. Roy" }, old: { id } },
      { eventType: "DELETE", new: {}, old: { id } },
    ]);
    expect(Object.keys(received[0]?.new ?? {})).not.toContain("search");
  });
});

test("announces the columns that people enter or see, and none of the database's own", async () => {
  const announced = {
    "public.doctors": [...Object.keys(doctor.shape), "city"],
    "public.products": Object.keys(product.shape),
    "public.visits": Object.keys(
      visit.omit({ doctor: true, sales: true, total_sales: true, recorded_by: true, changed_by: true }).shape,
    ),
    "public.sales": [
      ...Object.keys(sale.omit({ product: true }).shape),
      ...["position", "transaction_date", "doctor_id"],
    ],
    "public.stock_transactions": Object.keys(stockTransaction.shape),
  };
  const sorted = (names: string[]) => [...names].sort();
  for (const [table, names] of Object.entries(announced)) {
    const columns = (live.realtime.hub.tables.get(table) ?? []).map(({ name }) => name);
    expect([table, sorted(columns)]).toEqual([table, sorted(names)]);
    const { rows } = await sql<{ names: string[] }>`
      select array(select jsonb_object_keys(live.visible(to_jsonb(row)))) as names
      from jsonb_populate_record(null::${sql.table(table)}, '{}') as row
    `.execute(live.database.db);
    expect([table, sorted(rows[0]?.names ?? [])]).toEqual([table, sorted(columns)]);
  }
});

test("announces several tables that one transaction changes by hand, in its order and with all columns", async () => {
  const { received } = await listen({ event: "*", schema: "public" });
  const [doctor_id, product_id, visit_id] = [randomUUID(), randomUUID(), randomUUID()];
  await live.database.db.transaction().execute(async (tx) => {
    await sql`insert into doctors (id, name, creation_digest) values (${doctor_id}, 'Dr. Hand "W." Rao', 'x')`.execute(
      tx,
    );
    await sql`insert into products (id, name, price, creation_digest) values (${product_id}, 'Zinc', 12.5, 'x')`.execute(
      tx,
    );
    await sql`insert into stock_transactions (product_id, transaction_type, quantity, transaction_date)
      values (${product_id}, 'purchase', 5, '2025-01-05')`.execute(tx);
    await sql`with visit as (
        insert into visits (id, doctor_id, visit_date, status, notes, creation_digest)
        values (${visit_id}, ${doctor_id}, '2025-01-05', 'completed', ${'new\nline, "quoted" \\ ₹'}, 'x') returning id
      ) insert into sales (id, visit_id, doctor_id, product_id, position, quantity, unit_price, transaction_date)
      select gen_random_uuid(), id, ${doctor_id}, ${product_id}, n, 1, 12.50, '2025-01-05'
      from visit cross join generate_series(0, 1) as n`.execute(tx);
    await sql`delete from visits where id = ${visit_id}`.execute(tx);
  });
  await until(() => received.some(({ eventType, table }) => eventType === "DELETE" && table === "visits"));
  expect(received.map(({ eventType, table }) => `${eventType} ${table}`).sort()).toEqual([
    "DELETE sales",
    "DELETE sales",
    "DELETE visits",
    "INSERT doctors",
    "INSERT products",
    "INSERT sales",
    "INSERT sales",
    "INSERT stock_transactions",
    "INSERT visits",
    "UPDATE products",
  ]);
  for (const change of received.filter(({ eventType }) => eventType !== "DELETE")) {
    const columns = (live.realtime.hub.tables.get(`public.${change.table}`) ?? []).map(({ name }) => name);
    expect([change.table, Object.keys(change.new).sort()]).toEqual([change.table, columns.sort()]);
  }
  const at = (eventType: string, table: string) =>
    received.findIndex((change) => change.eventType === eventType && change.table === table);
  expect(at("INSERT", "products")).toBeLessThan(at("UPDATE", "products"));
  expect(at("INSERT", "visits")).toBeLessThan(at("DELETE", "visits"));
  expect(received[at("INSERT", "visits")]?.new).toMatchObject({
    id: visit_id,
    notes: 'new\nline, "quoted" \\ ₹',
    visit_date: "2025-01-05",
    version: 1,
  });
  expect(received[at("UPDATE", "products")]).toMatchObject({
    new: { id: product_id, current_stock: 5, price: 12.5, category: null },
    old: { id: product_id },
  });
  expect(received[at("DELETE", "visits")]).toMatchObject({ new: {}, old: { id: visit_id } });
});

test("filters pass the matching changes", async () => {
  const { received } = await listen({
    event: "INSERT",
    schema: "public",
    table: "doctors",
    filter: "name=like.Dr. A%",
  });
  await addDoctor("Dr. Basu");
  const id = await addDoctor("Dr. Anand");
  await until(() => received.length > 0);
  expect(received.map((change) => change.new.id)).toEqual([id]);
});

test("an invalid filter is reported, and the channel stays", async () => {
  const { system, status } = await listen({
    event: "*",
    schema: "public",
    table: "doctors",
    filter: "nothing=eq.1",
  });
  expect(status).toBe("SUBSCRIBED");
  expect(system).toMatchObject([{ status: "error", message: "invalid column for filter nothing" }]);
});

test("a row longer than a notification arrives completely", async () => {
  const { received } = await listen({ event: "INSERT", schema: "public", table: "doctors" });
  const name = "ñ".repeat(200);
  const ids = await Promise.all(Array.from({ length: 3 }, () => addDoctor(name)));
  await sql`
    insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
    select gen_random_uuid(), left(${name}, 190) || n, 'A', 'prescriber', 'x'
    from generate_series(1, 100) n
  `.execute(live.database.db);
  await until(() => received.length === 103);
  expect(received.filter((change) => ids.includes(String(change.new.id)))).toHaveLength(3);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from live.long_messages`.execute(live.database.db);
  expect(rows[0]?.count).toBeGreaterThan(0);
});

test("after too many rows at once, the client joins again", async () => {
  const statuses: string[] = [];
  const client = await live.client(token);
  client
    .channel("many")
    .on("postgres_changes", { event: "*", schema: "public", table: "doctors" }, () => {})
    .subscribe((status) => void statuses.push(status));
  await until(() => statuses.length === 1);
  await sql`
    insert into doctors (id, name, doctor_class, doctor_type, creation_digest)
    select gen_random_uuid(), 'Many', 'A', 'prescriber', 'x'
    from generate_series(1, 201)
  `.execute(live.database.db);
  await until(() => statuses.filter((status) => status === "SUBSCRIBED").length === 2);
  expect(statuses).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"]);
});

test("a rolled back change is not announced", async () => {
  const { received } = await listen({ event: "*", schema: "public", table: "doctors" });
  await live.database.db
    .transaction()
    .execute(async (tx) => {
      await sql`update doctors set name = 'never'`.execute(tx);
      throw new Error("no");
    })
    .catch(() => {});
  const id = await addDoctor("Dr. After");
  await until(() => received.length > 0);
  expect(received.map((change) => change.new.id)).toEqual([id]);
});
