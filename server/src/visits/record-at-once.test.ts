import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { VisitInput } from "@rounds/domain/visits/visit.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anId, anItem, aProduct, stockOf, visitBody } from "@rounds/testkit/builders.ts";
import { afterAll, describe, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { readVisit } from "./queries.ts";
import { recordAtOnce } from "./record-at-once.ts";
import { recordVisit } from "./record-visit.ts";

// Recording in one statement against recording step by step, which a transaction of the caller's always does.

type Given = VisitInput & { id: string };

const app = await startApp();
const doctor_id = (await aDoctor(app)).id;
const products = [(await aProduct(app, 10)).id, (await aProduct(app, 10)).id];
afterAll(() => app.close());

const actor = () => ({ id: app.id, email: "" });
const someVisit = (changes: Partial<Given> = {}): Given => ({
  ...visitBody(doctor_id),
  notes: null,
  ...changes,
});
const atOnce = (given: Given) => recordAtOnce(app.db, given, actor(), app.today());
const stepByStep = (given: Given) =>
  app.db.transaction().execute((tx) => recordVisit(tx, given, actor(), app.today()));
const refusalOf = (recorded: Promise<unknown>) =>
  recorded.then(
    () => "recorded",
    ({ code, constraint, fields, details }) => ({ code, constraint, fields, details }),
  );

test.each([
  ["no items", []],
  ["one item", [2]],
  ["several items, of one product twice", [1, 2, 3]],
])("a visit with %s is answered byte for byte as it is read", async (_, quantities) => {
  const items = quantities.map((quantity, at) => anItem(products[at % 2] ?? "", quantity, "33.30"));
  for (const visit_date of ["2024-02-29", "2030-01-01"]) {
    const given = someVisit({ items, visit_date });
    given.items = given.items.map((item) => ({ ...item, id: anId() }));
    const recorded = await atOnce(given);
    expect(recorded).toBeDefined();
    expect(JSON.stringify(recorded)).toBe(JSON.stringify(await readVisit(app.db, given.id)));
    await app.call(visitRoutes.delete, { params: { id: given.id } });
  }
});

test("nobody needs to be signed in, as for the demo", async () => {
  const given = someVisit({ items: [anItem(products[0] ?? "")] });
  const recorded = await recordAtOnce(app.db, given, { id: null, email: "" }, app.today());
  expect(recorded).toEqual(await readVisit(app.db, given.id));
});

describe("what is refused in one statement is refused step by step, and leaves nothing behind", () => {
  const refused: [string, () => Promise<Given>][] = [
    ["too much of the first line", async () => someVisit({ items: [anItem(products[0] ?? "", 11)] })],
    [
      "too much of two lines together",
      async () =>
        someVisit({
          items: [anItem(products[0] ?? "", 1), anItem(products[1] ?? "", 6), anItem(products[1] ?? "", 5)],
        }),
    ],
    ["an unknown doctor", async () => someVisit({ doctor_id: anId(), items: [anItem(products[0] ?? "")] })],
    [
      "an unknown doctor and too much",
      async () => someVisit({ doctor_id: anId(), items: [anItem(products[0] ?? "", 99)] }),
    ],
    ["an unknown product", async () => someVisit({ items: [anItem(products[0] ?? ""), anItem(anId())] })],
    [
      "an unknown product and too much",
      async () => someVisit({ items: [anItem(products[0] ?? "", 99), anItem(anId())] }),
    ],
    [
      "a line of another visit",
      async () => {
        const other = someVisit({ items: [anItem(products[0] ?? "")] });
        await recordVisit(app.db, other, actor(), app.today());
        return someVisit({ items: other.items });
      },
    ],
    [
      "the id of another visit",
      async () => {
        const other = someVisit();
        await recordVisit(app.db, other, actor(), app.today());
        return { ...other, notes: "Other", items: [anItem(products[0] ?? "")] };
      },
    ],
  ];
  test.each(refused)("%s", async (_, make) => {
    const given = await make();
    const before = await Promise.all([...products.map((id) => stockOf(app, id)), countRows()]);
    expect(await atOnce(given)).toBeUndefined();
    expect(await refusalOf(recordVisit(app.db, given, actor(), app.today()))).toEqual(
      await refusalOf(stepByStep(given)),
    );
    expect(await refusalOf(stepByStep(given))).not.toBe("recorded");
    expect(await Promise.all([...products.map((id) => stockOf(app, id)), countRows()])).toEqual(before);
    expect(await checkBooks(app.database)).toEqual([]);
  });
});

test("an actor who does not exist is an error, not a visit", async () => {
  const stranger = { id: anId(), email: "" };
  const given = someVisit({ items: [anItem(products[0] ?? "")] });
  await expect(recordVisit(app.db, given, stranger, app.today())).rejects.toMatchObject({ code: "23503" });
});

test("of 32 at once that sell the last 5 units, in either order of two products, 5 succeed", async () => {
  const [a, b] = [(await aProduct(app, 5)).id, (await aProduct(app, 50)).id];
  const visits = Array.from({ length: 32 }, (_, n) =>
    someVisit({ items: n % 2 === 0 ? [anItem(a), anItem(b)] : [anItem(b), anItem(a)] }),
  );
  const answers = await Promise.all(visits.map(atOnce));
  expect(answers.filter((answer) => answer !== undefined)).toHaveLength(5);
  expect([await stockOf(app, a), await stockOf(app, b)]).toEqual([0, 45]);
  expect(await checkBooks(app.database)).toEqual([]);
});

test("the ledger's own ids are in the order of time", async () => {
  const given = someVisit({ items: [anItem(products[0] ?? ""), anItem(products[1] ?? "")] });
  await recordVisit(app.db, given, actor(), app.today());
  const { rows } = await app.database.pool.query(
    "select id, extract(epoch from created_at) * 1000 as at from stock_transactions where reference_id = $1",
    [given.id],
  );
  expect(rows).toHaveLength(2);
  for (const { id, at } of rows) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    const moment = Number.parseInt(id.replaceAll("-", "").slice(0, 12), 16);
    expect(Math.abs(moment - Number(at))).toBeLessThan(60_000);
  }
});

async function countRows(): Promise<unknown> {
  const { rows } = await app.database.pool.query(
    `select (select count(*) from visits) as visits, (select count(*) from sales) as sales,
      (select count(*) from stock_transactions) as movements`,
  );
  return rows[0];
}
