import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { createRandom } from "@rounds/domain/random/random.ts";
import { salesRoutes } from "@rounds/domain/sales/routes.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anItem, aProduct, aVisit, itemsOf, visitEdit } from "@rounds/testkit/builders.ts";
import { casesOf } from "@rounds/testkit/cases.ts";
import { storableTexts } from "@rounds/testkit/hostile-values.ts";
import { checkRollups } from "@rounds/testkit/rollups.ts";
import { sql } from "kysely";
import { expect, test, vi } from "vitest";
import { startApp, type TestApp } from "../testing/app.ts";
import { archiveOf, bringIn, filesOf } from "../testing/archives.ts";
import { archiveRecord, harmlessText, originalText } from "./cells.ts";
import { readCsv } from "./read-csv.ts";

vi.setConfig({ testTimeout: 600_000 });
const seed = Number(process.env.SEED ?? 20261125);
const runs = Number(process.env.RUNS ?? casesOf(2, 40));
const texts = Number(process.env.RUNS ?? casesOf(300, 20_000));

const signs = [
  "'",
  "=",
  "+",
  "-",
  "@",
  '"',
  ",",
  "\r",
  "\n",
  "\t",
  " ",
  "a",
  "1",
  "\u200b",
  "＝",
  "अ",
  "😀",
  "\ufeff",
];

test(`${texts} nasty rows come back as they were, however the file is cut into pieces`, async () => {
  const random = createRandom(seed);
  const text = () => Array.from({ length: random.integer(0, 8) }, () => random.pick(signs)).join("");
  for (let run = 0; run < texts; run++) {
    const rows = Array.from({ length: random.integer(1, 4) }, () =>
      Array.from({ length: 3 }, () => (random.chance(0.2) ? null : text())),
    );
    const written = rows.map((row) =>
      archiveRecord(row.map((cell) => (cell === null ? null : harmlessText(cell)))),
    );
    for (const cell of rows.flat())
      if (cell !== null) expect(/^[=+\-@\t\r]/.test(harmlessText(cell))).toBe(false);
    const bytes = Buffer.from(written.join(""));
    async function* pieces() {
      for (let at = 0; at < bytes.length; ) {
        const length = random.integer(1, 7);
        yield bytes.subarray(at, at + length);
        at += length;
      }
    }
    const read: (string | null)[][] = [];
    for await (const some of readCsv(pieces(), "a.csv"))
      for (const { cells } of some)
        read.push(cells.map((cell) => (cell === null ? null : originalText(cell))));
    // A mark at the very front is that of UTF-8.
    if (!written[0]?.startsWith("\ufeff")) expect(read, `run ${run} of seed ${seed}`).toEqual(rows);
  }
});

/** A world of a few days with every kind of change. */
async function fill(app: TestApp, number: number): Promise<void> {
  const random = createRandom(seed + number);
  const day = () => `2025-0${random.integer(3, 6)}-${random.integer(10, 15)}`;
  const name = () =>
    `${random.pick(storableTexts).replace(/\s+/g, " ").trim().slice(0, 50) || "x"} ${random.integer(1, 99)}`;
  const products = [];
  for (let n = 0; n < 4; n++)
    products.push(await aProduct(app, 500, { description: random.pick(["=1+1", "'@a", null]) }));
  const doctors = [];
  for (let n = 0; n < 4; n++)
    doctors.push(
      await aDoctor(app, {
        doctor_class: random.pick(["A", "B", "C"]),
        representative_id: random.chance(0.5) ? app.id : null,
        address: `${random.integer(1, 9)} Road, ${random.pick(["Pune", "Delhi"])}`,
      }),
    );
  for (let n = 0; n < 25; n++) {
    const items = products
      .filter(() => random.chance(0.4))
      .map(({ id }) =>
        anItem(id, random.integer(1, 5), `${random.integer(1, 99)}.${random.integer(10, 99)}`),
      );
    const visit = await aVisit(app, random.pick(doctors).id, {
      visit_date: day(),
      status: random.pick(["completed", "completed", "scheduled", "cancelled"]),
      notes: name(),
      items,
    });
    if (random.chance(0.3)) {
      const kept = itemsOf(visit).filter(() => random.chance(0.7));
      await app.call(visitRoutes.update, {
        params: { id: visit.id },
        body: visitEdit(visit, { items: kept, visit_date: day(), notes: null }),
      });
    } else if (random.chance(0.2)) await app.call(visitRoutes.delete, { params: { id: visit.id } });
  }
  // The database's clock is later than every month here.
  for (const { id } of doctors)
    if (random.chance(0.5))
      await sql`update doctors set representative_id = ${random.chance(0.5) ? app.id : null} where id = ${id}`.execute(
        app.db,
      );
  await app.call(doctorRoutes.delete, { params: { id: doctors[0]?.id ?? "" } });
}

const ranges = [
  { start_date: "2025-03-01", end_date: "2025-06-15" },
  { start_date: "2025-05-01", end_date: "2025-05-31" },
  { start_date: "2025-06-12", end_date: "2025-06-12" },
];

/** What every screen with figures shows. */
async function figures(app: TestApp): Promise<unknown> {
  const member = await app.signIn("asha@example.com");
  const { rows } = await member.call(doctorRoutes.list, {});
  return {
    dashboard: await member.call(dashboardRoutes.read, {}),
    doctors: rows,
    products: await member.call(productRoutes.list, {}),
    visits: await Promise.all(
      ranges.map((query) => member.call(visitRoutes.list, { query: query as never })),
    ),
    sales: await Promise.all(
      ranges.flatMap((query) => [
        member.call(salesRoutes.list, { query }),
        member.call(salesRoutes.summary, { query }),
      ]),
    ),
    inventory: await Promise.all(
      ranges.flatMap((query) => [
        member.call(inventoryRoutes.list, { query }),
        member.call(inventoryRoutes.summary, { query }),
      ]),
    ),
    coverage: await Promise.all(
      ["2025-03", "2025-05", "2025-06"].flatMap((month) => [
        member.call(coverageRoutes.month, { query: { month, person: "everybody" } as never }),
        member.call(coverageRoutes.month, { query: { month, person: app.id } as never }),
      ]),
    ),
    representatives: await member.call(coverageRoutes.representatives, {}),
  };
}

/** Without what says when and where it was made. */
function tables(bytes: Buffer): Record<string, string> {
  const { "manifest.json": contents = "", ...files } = filesOf(bytes);
  return { ...files, control: JSON.stringify(JSON.parse(contents).control) };
}

test(`${runs} random worlds give the same rows and figures in another Rounds`, async () => {
  for (let run = 1; run <= runs; run++) {
    const old = await startApp();
    await fill(old, run);
    const archive = await archiveOf(old);
    const app = await startApp();
    await sql`update auth.users set app_metadata = app_metadata || '{"role":"admin"}' where id = ${app.id}`.execute(
      app.db,
    );
    expect((await bringIn(app.member, archive)).at(-1)).toHaveProperty("done");
    // The administrator is another account with the same address.
    const same = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll(app.id, old.id));
    const { "people.csv": _, ...rows } = same(tables(await archiveOf(app)));
    const { "people.csv": __, ...expected } = tables(archive);
    expect(rows, `run ${run} of seed ${seed}`).toEqual(expected);
    expect(same(await figures(app)), `run ${run} of seed ${seed}`).toEqual(await figures(old));
    expect([await checkBooks(app.database), await checkRollups(app.database)]).toEqual([[], []]);
    await app.close();
    await old.close();
  }
});
