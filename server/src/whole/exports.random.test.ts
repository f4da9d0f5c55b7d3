import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { sentenceOf, textOf } from "@rounds/domain/history/audit-words.ts";
import { historyFields } from "@rounds/domain/history/fields.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { auditReach } from "@rounds/domain/team/audit-reach.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitRow } from "@rounds/domain/visits/visit-list.ts";
import {
  aDoctor,
  anItem,
  aProduct,
  aVisit,
  doctorBody,
  itemsOf,
  visitEdit,
} from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import readWorkbook, { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeSheet } from "../api/sheet.ts";
import { writeWorkbook } from "../api/xlsx.ts";
import { startApp, type TestApp } from "../testing/app.ts";

// The files of lists under random filters, compared with the pages of the lists.

const seed = Number(process.env.SEED ?? 20251125);
const random = createRandom(seed);
let app: TestApp;
const doctors: string[] = [];
const products: string[] = [];

beforeAll(async () => {
  app = await startApp();
  const phones = ["09830012345", "+91 98300 12345", "=1+1", "033-2465-1234", null];
  for (let n = 0; n < 12; n++) {
    const doctor = await aDoctor(app, {
      name: `${random.pick(["Dr. Asha", "=HYPERLINK(1)", 'Dr. <B> & "C"', "श्री राव"])} ${n}`,
      doctor_class: random.pick(["A", "B", null]),
      address: random.pick(["1 MG Road, Pune", "Salt Lake, Kolkata", null]),
      contact_number: phones[n % phones.length] ?? null,
    });
    doctors.push(doctor.id);
  }
  for (let n = 0; n < 4; n++) products.push((await aProduct(app, 500, { name: `Product, ${n}` })).id);
  for (let n = 0; n < 60; n++) {
    const items = Array.from({ length: random.integer(0, 3) }, () =>
      anItem(random.pick(products), random.integer(1, 3), "1234567.50"),
    );
    await aVisit(app, random.pick(doctors), {
      visit_date: `2025-06-${String(random.integer(1, 14)).padStart(2, "0")}`,
      status: random.pick(["completed", "scheduled", "cancelled"]),
      notes: random.pick(["Samples", "-2+3", "Line 1\nLine 2", null]),
      items,
    });
  }
}, 120_000);
afterAll(() => app.close());

async function bytesOf(path: string, query: Record<string, unknown>) {
  const params = new URLSearchParams(query as Record<string, string>);
  const answer = await fetch(`${app.url}${path}?${params}`, {
    headers: { authorization: `Bearer ${app.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(`${answer.status} ${bytes}`);
  return { bytes, headers: answer.headers };
}

/** The records of a CSV file. */
function recordsOf(text: string): string[][] {
  const records: string[][] = [[]];
  for (const [, cell = "", end] of text.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    records.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") records.push([]);
  }
  return records.slice(0, -1);
}

/** Both files of a list: the records of the CSV below its head, and the rows of the workbook below theirs. */
async function filesOf(path: string, query: object) {
  const csv = await bytesOf(path, { ...query, format: "csv" });
  const [head, ...records] = recordsOf(csv.bytes.subarray(3).toString("utf8"));
  const xlsx = await bytesOf(path, { ...query, format: "xlsx" });
  const [labels, ...rows] = await readSheet(xlsx.bytes);
  expect(labels).toEqual(head);
  expect(rows.length).toBe(records.length);
  return { head, records, rows };
}

async function pagesOf<Row>(read: (page: number) => Promise<{ rows: Row[]; total: number }>): Promise<Row[]> {
  const all: Row[] = [];
  for (let page = 1; ; page++) {
    const { rows, total } = await read(page);
    all.push(...rows);
    if (all.length >= total || rows.length === 0) return all;
  }
}

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const days = () => {
  const [a, b] = [random.integer(1, 14), random.integer(1, 14)].sort((x, y) => x - y);
  if (random.chance(0.3)) return {};
  const of = (n = 1) => `2025-06-${String(n).padStart(2, "0")}`;
  return random.chance(0.1)
    ? { start_date: of(b), end_date: "2025-05-01" }
    : { start_date: of(a), end_date: of(b) };
};

test(`files under random filters from seed ${seed} have the rows of all pages, in their order`, {
  timeout: 600_000,
}, async () => {
  for (let n = 0; n < casesOf(6, 60); n++) {
    const asked = {
      search: random.pick(["", "asha", "samples", "राव"]),
      status: random.pick(["", "completed", "other"] as const),
      city: random.pick(["", "1 MG Road, Pune"]),
      representative: random.pick(["", "me", "nobody"]),
      ...days(),
    };
    const visits = await pagesOf<VisitRow>((page) =>
      app.call(visitRoutes.list, { query: { ...asked, page } }),
    );
    const whole = await filesOf(visitRoutes.export.path, asked);
    expect(whole.records.map((cells) => [cells[0], cells[7], cells[8]])).toEqual(
      visits.map((visit) => [visit.visit_date, String(visit.item_count), visit.total_sales]),
    );
    expect(whole.rows.map((cells) => [cells[0], cells[1], ...cells.slice(7)])).toEqual(
      visits.map((visit) => [
        day(visit.visit_date),
        visit.doctor.name,
        visit.item_count,
        Number(visit.total_sales),
        visit.notes,
        visit.created_by && app.email,
        null,
      ]),
    );
    const lines = await filesOf(visitRoutes.export.path, { ...asked, rows: "products" });
    expect(lines.rows.length).toBe(visits.reduce((sum, { item_count }) => sum + Math.max(1, item_count), 0));

    const of = { search: asked.search, doctor_class: random.pick(["", "A", "B"] as const) };
    const listed = await pagesOf((page) => app.call(doctorRoutes.list, { query: { ...of, page } }));
    const file = await filesOf(doctorRoutes.export.path, of);
    expect(file.rows.map((cells) => [cells[0], cells[5]])).toEqual(
      listed.map((doctor) => [doctor.name, doctor.contact_number]),
    );

    const sold = {
      product_id: random.pick(["", ...products]),
      doctor_id: random.pick(["", ...doctors]),
      representative: random.pick(["", "me", "nobody"]),
      ...days(),
    };
    const sales = await pagesOf((page) => app.call(salesRoutes.list, { query: { ...sold, page } }));
    const salesFile = await filesOf(salesRoutes.export.path, sold);
    expect(
      salesFile.rows.map((cells) => [cells[0], cells[2], cells[4], cells[6], ...cells.slice(8)]),
    ).toEqual(
      sales.map((sale) => [
        day(sale.transaction_date),
        sale.doctor.name,
        sale.product.name,
        sale.quantity,
        Number(sale.total_amount),
        sale.created_by && app.email,
        null,
      ]),
    );

    const params = { id: random.pick(products) };
    const kind = random.pick(["", "sale", "purchase", "sold_before_received"] as const);
    const moved = { kind, ...days() };
    const ledger = await pagesOf((page) =>
      app.call(stockRoutes.ledger, { params, query: { ...moved, page } }),
    );
    const ledgerFile = await filesOf(stockRoutes.exportLedger.path.replace(":id", params.id), moved);
    expect(ledgerFile.rows.map((cells) => [cells[0], cells[2], cells[3]])).toEqual(
      ledger.map((row) => [day(row.transaction_date), row.quantity, row.balance]),
    );
  }
  const all = await pagesOf((page) => app.call(productRoutes.list, { query: { page } }));
  const productFile = await filesOf(productRoutes.export.path, {});
  expect(productFile.records).toEqual(
    all.map((row) => [
      row.name,
      row.category ?? "",
      row.price,
      String(row.current_stock),
      row.description ?? "",
    ]),
  );
});

/** The minute of a moment, in India. */
const minute = (moment: string) => Math.floor(Date.parse(moment) / 60_000) + 330;
/** The same of a cell of a workbook, which counts in fractions of a day. */
const minuteIn = (cell: unknown) => Math.round(Number(cell) / 60_000);

test("the file of all changes has a row for each field of the changes listed, with days, amounts and texts as such", async () => {
  const { id, version, hospital } = await aDoctor(app, { name: "=Dr. Sum", contact_number: "09830012345" });
  const edited = { name: "007", hospital: "Jan-25", contact_number: null, norm: 3 };
  const { id: _, ...body } = doctorBody(edited);
  await app.call(doctorRoutes.update, { params: { id }, body: { ...body, version } });
  const visit = await aVisit(app, id, { items: [anItem(products[0] ?? "", 1, "99.50")] });
  const [line] = itemsOf(visit);
  const items = [{ ...line, quantity: 2, unit_price: "120.25" }] as never;
  await app.call(visitRoutes.update, {
    params: { id: visit.id },
    body: visitEdit(visit, { items, visit_date: "2025-06-09" }),
  });
  const listed = async (query: object) => (await app.call(historyRoutes.list, { query })).changes;
  for (const query of [
    {},
    { noun: "visits" },
    { noun: "doctors", by: app.id },
    { start_date: "2030-01-01" },
  ]) {
    const { rows } = await filesOf(historyRoutes.export.path, query);
    const changes = (await listed(query)).flatMap((change) => {
      const { before, after, noun } = change;
      const count = Object.keys({ ...before, ...after }).filter(
        (field) => field in historyFields[noun],
      ).length;
      return Array.from({ length: count }, () => [minute(change.at), change.by, change.row_id]);
    });
    expect(rows.map(([when, who, _what, _name, row]) => [minuteIn(when), who, row])).toEqual(changes);
  }
  const { records, rows } = await filesOf(historyRoutes.export.path, {});
  const cells = (all: readonly (readonly unknown[])[], of: string) =>
    all.filter((row) => row[4] === of).map((row) => [row[2], row[3], ...row.slice(6)]);
  expect(cells(rows, id)).toEqual([
    ["Doctor", "007", "Doctor Name", "=Dr. Sum", "007"],
    ["Doctor", "007", "Hospital/Clinic", hospital, "Jan-25"],
    ["Doctor", "007", "Contact Number", "09830012345", null],
    ["Doctor", "007", "Calls a month", null, 3],
  ]);
  expect(cells(records, id).map((row) => row.slice(3))).toEqual([
    ["'=Dr. Sum", "007"],
    [hospital, "Jan-25"],
    ["\t09830012345", ""],
    ["", "3"],
  ]);
  expect(cells(rows, visit.id)).toEqual([
    ["Line of a visit", "007", "Quantity of Product, 0", 1, 2],
    ["Line of a visit", "007", "Unit Price of Product, 0", 99.5, 120.25],
    ["Visit", "007", "Visit Date", day(visit.visit_date), day("2025-06-09")],
  ]);
  expect(cells(records, visit.id)[1]?.slice(3)).toEqual(["99.50", "120.25"]);
  const { headers } = await bytesOf(historyRoutes.export.path, { format: "xlsx" });
  expect(headers.get("content-disposition")).toBe('attachment; filename="changes-2025-06-15.xlsx"');
});

test("the file of the team's history has the sentences of the list under each filter, in its order, beyond its pages too", async () => {
  const anita = await app.signUp("anita@example.com");
  await app.database.pool.query(
    `update auth.users set user_metadata = '{"full_name": "=Anita"}' where id = $1`,
    [anita.id],
  );
  await app.call(teamRoutes.disable, { params: anita });
  await app.call(teamRoutes.enable, { params: anita });
  const gone = await app.signUp("gone@example.com");
  await app.call(teamRoutes.delete, { params: gone });
  for (const query of [
    {},
    { user: anita.id },
    { user: app.id },
    { action: "user_signedup" },
    { action: "no" },
  ]) {
    const { records, rows } = await filesOf(teamRoutes.exportAudit.path, query);
    const listed = await pagesOf((page) => app.call(teamRoutes.audit, { query: { ...query, page } }));
    expect(rows.map(([when, happened]) => [minuteIn(when), happened])).toEqual(
      listed.map((entry) => [minute(entry.created_at), textOf(sentenceOf(entry))]),
    );
    for (const [, happened = ""] of records) expect(happened).not.toMatch(/^=/);
  }
  const { rows } = await filesOf(teamRoutes.exportAudit.path, { user: anita.id });
  expect(rows.map((cells) => cells.slice(1, 5))).toEqual([
    [`${app.email} enabled =Anita`, "Enabled", app.email, "anita@example.com"],
    [`${app.email} disabled =Anita`, "Disabled", app.email, "anita@example.com"],
    ["=Anita signed up", "Sign-up", "anita@example.com", "anita@example.com"],
  ]);
  const byNumber = await app.signUp("number@example.com");
  await app.database.pool.query("update auth.users set email = null, phone = '919830012345' where id = $1", [
    byNumber.id,
  ]);
  const { records: ofNumber } = await filesOf(teamRoutes.exportAudit.path, { user: byNumber.id });
  expect(ofNumber[0]?.slice(3, 5)).toEqual(["\t+91 98300 12345", "\t+91 98300 12345"]);
  const { rows: ofGone } = await filesOf(teamRoutes.exportAudit.path, { user: gone.id });
  expect(ofGone[0]?.slice(1, 5)).toEqual([`${app.email} deleted an account`, "Deleted", app.email, gone.id]);
  await app.database.pool.query(
    `insert into auth.audit_log (user_id, actor_id, action, created_at)
      select $1, $1, 'logout', now() from generate_series(1, $2)`,
    [app.id, auditReach + 1],
  );
  const { bytes } = await bytesOf(teamRoutes.exportAudit.path, { action: "logout" });
  expect(recordsOf(bytes.toString("utf8")).length).toBe(1 + auditReach + 1);
});

test("in a CSV, formulas are neutralised and phones keep their zeros and signs", async () => {
  const { bytes, headers } = await bytesOf(doctorRoutes.export.path, {});
  expect(headers.get("content-disposition")).toBe('attachment; filename="doctors-2025-06-15.csv"');
  const [head, ...records] = recordsOf(bytes.subarray(3).toString("utf8"));
  expect(head).toEqual([
    "Doctor Name",
    "Specialization",
    "Hospital/Clinic",
    "Doctor Class",
    "Doctor Type",
    "Contact Number",
    "Email",
    "Address",
    "Calls a month",
    "Representative",
    "Last Visit",
  ]);
  const phones = new Set(records.map((cells) => cells[5]));
  expect(phones).toEqual(new Set(["\t09830012345", "\t+91 98300 12345", "'=1+1", "\t033-2465-1234", ""]));
  for (const [name = ""] of records) expect(name).not.toMatch(/^[=+@-]/);
});

test("a workbook holds formulas, marks that XML can't hold and what looks like their escapes as text", async () => {
  const texts = ["=1+1", "a\u0001b", "_x0041_", "\ud800", "<&>\"'", " spaces ", "line\nline\r", "\ufffe"];
  async function* rows() {
    yield texts.map((text) => ({ text }));
  }
  const columns = [{ label: "Text", kind: "text" as const, value: ({ text }: { text: string }) => text }];
  const parts: Uint8Array[] = [];
  for await (const part of writeSheet({ title: "Texts", columns, rows: rows() }, "xlsx"))
    parts.push(part as Uint8Array);
  const [, ...read] = await readSheet(Buffer.concat(parts), { trim: false });
  expect(read.map(([cell]) => cell)).toEqual(texts.map((text) => text.toWellFormed()));
});

test("what a sheet has no room for continues on the next one, below the same head", async () => {
  async function* rows() {
    for (let n = 0; n < 5; n++) yield [{ n: 2 * n }, { n: 2 * n + 1 }];
  }
  const columns = [{ label: "Number", kind: "units" as const, value: ({ n }: { n: number }) => n }];
  for (const [size, sheets] of [
    [3, 4],
    [5, 2],
    [10, 1],
  ] as const) {
    const parts: Uint8Array[] = [];
    for await (const part of writeWorkbook({ title: "Numbers", columns, rows: rows() }, size))
      parts.push(part);
    const read = await readWorkbook(Buffer.concat(parts));
    expect(read.map(({ sheet }) => sheet)).toEqual(
      ["Numbers", "Numbers 2", "Numbers 3", "Numbers 4"].slice(0, sheets),
    );
    for (const { data } of read) expect(data[0]).toEqual(["Number"]);
    expect(read.flatMap(({ data }) => data.slice(1).flat())).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  }
});

test("a reader that leaves ends the reading of rows, in both formats", async () => {
  for (const format of ["csv", "xlsx"] as const) {
    let ended = false;
    let read = 0;
    async function* rows() {
      try {
        for (;;) {
          read++;
          yield Array.from({ length: 500 }, (_, n) => ({ n: `${read} ${n} ${random.next()}` }));
        }
      } finally {
        ended = true;
      }
    }
    const columns = [{ label: "Text", kind: "text" as const, value: ({ n }: { n: string }) => n }];
    const file = writeSheet({ title: "Endless", columns, rows: rows() }, format);
    await file.next();
    await file.next();
    await new Promise((resolve) => setTimeout(resolve, 200));
    // Nothing is read ahead of the reader, beyond the buffers on the way.
    expect(read).toBeLessThan(60);
    await file.return();
    expect(ended).toBe(true);
  }
});
