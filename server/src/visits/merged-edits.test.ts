import type { Doctor, DoctorInput } from "@rounds/domain/doctors/doctor.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { mergeFields, mergeLines } from "@rounds/domain/records/merge.ts";
import type { ChangedMeanwhile } from "@rounds/domain/records/record.ts";
import { visitRoutes } from "@rounds/domain/visits/routes.ts";
import type { SaleInput, Visit } from "@rounds/domain/visits/visit.ts";
import { checkBooks } from "@rounds/testkit/books.ts";
import { aDoctor, anItem, aProduct, aVisit, itemsOf, stockOf, visitEdit } from "@rounds/testkit/builders.ts";
import { type Member, Refusal } from "@rounds/testkit/caller.ts";
import { afterAll, expect, test, vi } from "vitest";
import { startApp } from "../testing/app.ts";

// Many edits that start with one version, on two servers at once: each is merged as in the forms and saved over exactly
// the version it was merged with.
vi.setConfig({ testTimeout: 120_000 });

const app = await startApp();
const second = await startApp({ database: app.database, email: "ravi@example.com" });
afterAll(async () => {
  await second.close();
  await app.close();
});
const by = (n: number): Member => (n % 2 === 0 ? app.member : second.member);
const asStored = (_: string, value: unknown) => value;

/** Saves the result of `merge` on the newest version, until nobody was faster. */
async function saveMerged<Row extends { version: number }>(
  loaded: Row,
  merge: (theirs: Row) => Row,
  save: (row: Row, version: number) => Promise<Row>,
): Promise<Row> {
  let current = loaded;
  for (;;) {
    try {
      return await save(merge(current), current.version);
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.code !== "changed_meanwhile") throw refusal;
      const next = (refusal.details as ChangedMeanwhile<Row>).current;
      expect(next.version).toBeGreaterThan(current.version);
      current = next;
    }
  }
}

test("ten people change one field each of a doctor: every change is there, each counted once", async () => {
  const wanted: Required<DoctorInput> = {
    name: "Dr. New",
    specialization: "Cardiology",
    hospital: "KEM",
    doctor_class: "B",
    doctor_type: "dispenser",
    contact_number: "98200",
    email: "new@example.com",
    address: "Pune",
    norm: 3,
    representative_id: app.id,
  };
  const fields = Object.keys(wanted) as (keyof DoctorInput)[];
  const base = await aDoctor(app, { representative_id: null });
  const input = (row: Doctor) =>
    Object.fromEntries(fields.map((field) => [field, row[field]])) as DoctorInput;
  await Promise.all(
    fields.map((field, n) => {
      const mine = { ...base, [field]: wanted[field] };
      return saveMerged(
        base,
        (theirs) => {
          const merged = mergeFields({ base, mine, theirs }, fields, asStored);
          expect(merged.conflicts).toEqual([]);
          return merged.values;
        },
        (row, version) =>
          by(n).call(doctorRoutes.update, { params: { id: base.id }, body: { ...input(row), version } }),
      );
    }),
  );
  const stored = await app.call(doctorRoutes.read, { params: { id: base.id } });
  expect(stored).toMatchObject({ ...wanted, version: base.version + fields.length });
});

test("lines that ten people add, change and remove at once are merged, and the stock is correct", async () => {
  const { id: product_id } = await aProduct(app, 1000);
  const { id: doctor_id } = await aDoctor(app);
  const base = await aVisit(app.member, doctor_id, {
    items: Array.from({ length: 6 }, () => anItem(product_id, 10)),
  });
  const lines = itemsOf(base);
  const of = { name: "items", fields: ["product_id", "quantity", "unit_price"], unit: "product_id" } as const;
  const save = (n: number, mine: SaleInput[]) =>
    saveMerged<Visit & { items: SaleInput[] }>(
      { ...base, items: lines },
      (theirs) => {
        const versions = { base: lines, mine, theirs: itemsOf(theirs) };
        const merged = mergeLines<SaleInput>(versions, of, asStored);
        expect(merged.conflicts).toEqual([]);
        return { ...theirs, items: merged.values };
      },
      async (row, version) => {
        const body = { ...visitEdit(row, { items: row.items }), version };
        const saved = await by(n).call(visitRoutes.update, { params: { id: base.id }, body });
        return { ...saved, items: itemsOf(saved) };
      },
    );
  const [first, other] = lines;
  await Promise.all([
    // Two remove a line each, two change a quantity, two a price (one of a line whose quantity changes), four add.
    save(0, lines.toSpliced(5, 1)),
    save(1, lines.toSpliced(4, 1)),
    save(2, lines.with(0, { ...(first as SaleInput), quantity: 15 })),
    save(3, lines.with(1, { ...(other as SaleInput), quantity: 5 })),
    save(4, lines.with(0, { ...(first as SaleInput), unit_price: "1.00" })),
    save(5, lines.with(2, { ...(lines[2] as SaleInput), unit_price: "2.00" })),
    ...[6, 7, 8, 9].map((n) => save(n, [...lines, anItem(product_id, n)])),
  ]);
  const stored = await app.call(visitRoutes.read, { params: { id: base.id } });
  expect(stored.version).toBe(base.version + 10);
  const soldLines = stored.sales.map(({ quantity, unit_price }) => `${quantity} × ${unit_price}`);
  const price = first?.unit_price;
  expect(soldLines.slice(0, 4)).toEqual(["15 × 1.00", `5 × ${price}`, "10 × 2.00", `10 × ${price}`]);
  expect(soldLines.slice(4).toSorted()).toEqual([6, 7, 8, 9].map((n) => `${n} × ${price}`));
  expect(await stockOf(app, product_id)).toBe(1000 - (15 + 5 + 10 + 10 + 6 + 7 + 8 + 9));
  expect(await checkBooks(app.database)).toEqual([]);
});
