import { inventoryRoutes } from "@rounds/domain/inventory/routes.ts";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { aDoctor, anItem, aProduct, aVisit } from "@rounds/testkit/builders.ts";
import { afterAll, expect, test } from "vitest";
import { startApp } from "../testing/app.ts";
import { findLibreOffice, openInLibreOffice } from "./testing/libreoffice.ts";

const program = findLibreOffice();

const app = await startApp();
afterAll(() => app.close());

/** Names that a CSV file or a spreadsheet could corrupt, with the expected cell. */
const names = [
  ["पैरासिटामोल 650 ₹", "पैरासिटामोल 650 ₹"],
  ["अमोक्सिसिलिन, सिरप", "अमोक्सिसिलिन, सिरप"],
  ['Dolo "650", strip', 'Dolo "650", strip'],
  ["'quoted'", "'quoted'"],
  ["007", "007"],
  ["=1+1", "'=1+1"],
  ['=HYPERLINK("http://example.com","x")', `'=HYPERLINK("http://example.com","x")`],
  ["+91 98220", "'+91 98220"],
  ["-5", "'-5"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["＝1+1", "'＝1+1"],
] as const;

test("LibreOffice shows an exported file as intended", { timeout: 180_000 }, async (context) => {
  if (!program) {
    return context.skip("LibreOffice is not installed here: `npm run check:csv` installs it where it may");
  }
  const doctor = await aDoctor(app);
  for (const [name] of names) {
    await aProduct(app, 100, { name, category: null, price: "1234567.50" });
  }
  // Names can't contain line breaks today; the file must support them anyway.
  await app.database.pool.query("update products set name = E'two\\nlines' where name = '007'");
  const products = await app.call(productRoutes.pick, {});
  for (const { id } of products) {
    await aVisit(app, doctor.id, { visit_date: "2025-06-10", items: [anItem(id, 7)] });
  }
  // The stock arrived five days after the sale: the days since make good the 7 sold before they were received.
  const answer = await fetch(`${app.url}${inventoryRoutes.export.path}?start_date=2025-06-11`, {
    headers: { authorization: `Bearer ${app.token}` },
  });
  const file = Buffer.from(await answer.arrayBuffer()).toString("utf8");
  const [head, ...rows] = await openInLibreOffice(program, file);
  expect(head).toEqual([
    "Product Name",
    "Category",
    "Opening Stock",
    "Purchases",
    "Sales",
    "Adjustments",
    "Closing Stock",
    "Stock Value",
    "Price",
    "Sold Before Received",
  ]);
  const shown = new Map<string, string>([...names, ["two\nlines", "two\nlines"]]);
  expect(rows).toEqual(
    products.map(({ name }) => [shown.get(name), "Other", 0, 100, 0, 0, 93, 114814777.5, 1234567.5, -7]),
  );
});
