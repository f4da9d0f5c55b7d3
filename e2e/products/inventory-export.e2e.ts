import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../kit/fixtures.ts";
import { message } from "../kit/screen.ts";
import { exportButton, fill, rows } from "./inventory.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

test("Export Data saves all rows under the filters, whatever their names contain", async ({
  signedIn: page,
  make,
  product,
}) => {
  const hindi = 'पैरासिटामोल, "500" ₹';
  await make.product({ name: hindi, price: "123456.5", stock: 30 });
  await make.product({ name: "=1+1", category: "", stock: 0 });
  await make.product({ name: "Insulin", category: "Diabetes", stock: 0 });
  for (let number = 10; number <= 35; number++) {
    await make.product({ name: `Vitamin ${number}`, category: "Vitamins", stock: 0 });
  }
  await page.goto("/inventory");
  await expect(rows(page)).toHaveCount(25);
  const all = await exported(page);
  expect(all.name).toBe("inventory-report-2025-11-20.csv");
  expect(all.bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  expect(all.lines[0]).toBe(
    "Product Name,Category,Opening Stock,Purchases,Sales,Adjustments,Closing Stock,Stock Value,Price,Sold Before Received",
  );
  expect(all.lines).toHaveLength(1 + 29);
  expect(all.lines).toContain('"पैरासिटामोल, ""500"" ₹",Pain Relief,0,30,0,0,30,3703695.00,123456.50,0');
  expect(all.lines.filter((line) => /^"?=/.test(line))).toEqual([]);
  expect(all.lines.filter((line) => line.includes("=1+1"))).toHaveLength(1);
  await expect(message(page, "Inventory data exported successfully")).toBeVisible();

  await page.goto("/inventory?category=Diabetes");
  await expect(rows(page)).toHaveCount(1);
  const some = await exported(page);
  expect(some.lines.slice(1)).toEqual(["Insulin,Diabetes,0,0,0,0,0,0.00,12.50,0"]);

  const { amoxil } = await fill(product, make);
  await page.goto(`/inventory?product_id=${amoxil.id}&start_date=2025-11-06&end_date=2025-11-11`);
  await expect(rows(page)).toHaveCount(1);
  const one = await exported(page);
  expect(one.lines.slice(1)).toEqual(["Amoxil,Antibiotics,70,0,12,0,58,725.00,12.50,0"]);
});

/** Presses Export Data and reads the file that the browser saves. */
async function exported(page: Page) {
  const coming = page.waitForEvent("download");
  await exportButton(page).click();
  const download = await coming;
  const bytes = await readFile(await download.path());
  const lines = bytes.subarray(3).toString("utf8").split("\r\n");
  return { name: download.suggestedFilename(), bytes, lines: lines.filter((line) => line !== "") };
}
