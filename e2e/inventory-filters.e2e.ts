import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { productRoutes } from "@rounds/domain/products/routes.ts";
import { expect, test } from "./fixtures.ts";
import { days, expectCards, exportButton, fill, productBox, refreshButton, rows } from "./inventory.ts";
import { withoutDatabase } from "./phone-store.ts";
import { chips, message } from "./screen.ts";
import { breakTable, holdNextAnswer } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const failed = "Failed to load inventory data. Please check your connection and try again.";

/** All further requests of the page to the report's routes. */
function requests(page: Page): string[] {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith("/api/inventory")) asked.push(pathname + search);
  });
  return asked;
}

test.describe("the filters of the report", () => {
  test("start with 2020 until today, and allow no later day", async ({ signedIn: page, make }) => {
    await make.product();
    await page.goto("/inventory");
    await expect(days(page, "Start Date")).toHaveValue("Jan 01, 2020");
    await expect(days(page, "End Date")).toHaveValue("Nov 20, 2025");
    await expect(days(page, "Start Date")).toHaveAttribute("max", "2025-11-20");
    await expect(days(page, "End Date")).toHaveAttribute("max", "2025-11-20");
    await expect(days(page, "End Date")).toHaveAttribute("min", "2020-01-01");
    await days(page, "Start Date").fill("2025-11-01");
    await expect(days(page, "End Date")).toHaveAttribute("min", "2025-11-01");
    await days(page, "End Date").fill("2025-11-10");
    await expect(days(page, "Start Date")).toHaveAttribute("max", "2025-11-10");
    await expect(page.getByRole("button", { name: "Clear Filters" })).toBeVisible();
  });

  test("narrow everything, are kept in the address, and are removed by chip or all at once", async ({
    signedIn: page,
    make,
    product,
  }) => {
    const { amoxil } = await fill(product, make);
    await page.goto("/inventory");
    await expect(productBox(page).getByRole("option")).toHaveText([
      "All Products",
      "Amoxil",
      "Becosules",
      "Calpol",
    ]);
    await expect(page.getByRole("button", { name: "Clear Filters" })).toHaveCount(0);
    await productBox(page).selectOption("Amoxil");
    await expect(rows(page)).toHaveCount(1);
    await days(page, "Start Date").fill("2025-11-06");
    await expect(rows(page)).toHaveText([/^AmoxilAntibiotics70012-355/]);
    await expectCards(page, "1", "0", "12", "₹687.50");
    await expect(page).toHaveURL(`/inventory?product_id=${amoxil.id}&start_date=2025-11-06`);
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
    await expect(productBox(page)).toHaveValue(amoxil.id);
    await expect(chips(page)).toHaveText(["Dates: Nov 06, 2025 to Nov 20, 2025", "Product: Amoxil"]);
    await page.getByRole("button", { name: "Remove filter Product: Amoxil" }).click();
    await expect(rows(page)).toHaveCount(3);
    await productBox(page).selectOption("Calpol");
    await page.getByRole("button", { name: "Clear Filters" }).click();
    await expect(page).toHaveURL("/inventory");
    await expect(days(page, "Start Date")).toHaveValue("Jan 01, 2020");
    await expect(productBox(page)).toHaveValue("");
    await expect(rows(page)).toHaveCount(3);
  });

  test("that can't be used say why, send nothing and show nothing", async ({
    signedIn: page,
    make,
    product,
  }) => {
    await fill(product, make);
    await page.goto("/inventory");
    await expect(rows(page)).toHaveCount(3);
    const hint = (text: string) => page.getByRole("main").getByText(text, { exact: true });
    const asked = requests(page);
    await days(page, "Start Date").fill("");
    await expect(hint("Select start date to apply the date range.").first()).toBeVisible();
    await expectCards(page, "0", "0", "0", "₹0.00");
    await expect(rows(page)).toHaveCount(0);
    await expect(exportButton(page)).toBeDisabled();
    await expect(refreshButton(page)).toBeDisabled();
    await days(page, "Start Date").fill("2025-11-10");
    await expect(rows(page)).toHaveCount(3);
    asked.length = 0;
    await days(page, "End Date").fill("");
    await expect(hint("Select end date to apply the date range.").first()).toBeVisible();
    await days(page, "End Date").fill("2025-11-09");
    await expect(hint("End date cannot be earlier than start date.").first()).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await page.goto("/inventory?start_date=2025-11-21&end_date=2025-12-01");
    await expect(page.getByText("Start date cannot be after today.").first()).toBeVisible();
    expect(asked).toEqual([]);
    await page.getByRole("button", { name: "Clear Filters" }).last().click();
    await expect(rows(page)).toHaveCount(3);
  });

  test("accept a typed day, digit by digit", async ({ signedIn: page, make, product }) => {
    await fill(product, make);
    await page.goto("/inventory");
    await days(page, "Start Date").focus();
    // As typed on a number keyboard, the day before the month.
    await page.keyboard.type("06112025");
    await expect(page).toHaveURL("/inventory?start_date=2025-11-06");
    await page.keyboard.press("Tab");
    await expect(days(page, "End Date")).toBeFocused();
    await expect(days(page, "Start Date")).toHaveValue("Nov 06, 2025");
    await expect(rows(page)).toHaveText([/^AmoxilAntibiotics70/, /^Becosules/, /^Calpol/]);
  });

  test("mistyped in a link count as not given, and a deleted product finds nothing", async ({
    signedIn: page,
    make,
  }) => {
    await make.product();
    await page.goto("/inventory?start_date=2025-02-31&product_id=1&category=Sweets&page=0");
    await expect(rows(page)).toHaveCount(1);
    await page.goto(`/inventory?product_id=${randomUUID()}`);
    await expect(page.getByText("No products found matching your filters.")).toBeVisible();
    await expect(chips(page)).toHaveText(["Product: A product that no longer exists"]);
    await expect(exportButton(page)).toBeDisabled();
  });
});

test.describe("Refresh", () => {
  test("reloads everything and says so", async ({ signedIn: page, make, call }) => {
    const { id, version } = await make.product({ stock: 60 });
    await page.goto("/inventory");
    await expectCards(page, "1", "60", "0", "₹750.00");
    await call(productRoutes.update, { params: { id }, body: { name: "Renamed", price: "20", version } });
    await make.product({ name: "New", stock: 0 });
    const answer = await holdNextAnswer(page, { method: "GET", path: "/api/inventory/summary" });
    await refreshButton(page).click();
    await expect(page.getByRole("button", { name: "Refreshing..." })).toBeDisabled();
    answer.release();
    await expect(message(page, "Inventory data refreshed successfully")).toBeVisible();
    await expect(rows(page)).toHaveText([/^New/, /^Renamed/]);
    await expectCards(page, "2", "60", "0", "₹1,200.00");
  });

  test("that fails says so, and keeps what is shown", async ({ signedIn: page, make }) => {
    await make.product();
    await page.goto("/inventory");
    await expect(rows(page)).toHaveCount(1);
    await page.context().setOffline(true);
    await refreshButton(page).click();
    await expect(message(page, failed)).toBeVisible();
    await expect(message(page, "Inventory data refreshed successfully")).toHaveCount(0);
    await expect(rows(page)).toHaveCount(1);
    // The connection returns, and each panel loads without a press.
    await page.context().setOffline(false);
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  });
});

test("a report that can't be loaded says so, and continues with Retry", async ({
  signedIn: page,
  make,
  product,
}) => {
  await fill(product, make);
  const products = await breakTable(product, "products");
  await page.goto("/inventory");
  await expect(message(page, failed)).toBeVisible();
  const alerts = page.getByRole("main").getByRole("alert");
  await expect(alerts).toHaveCount(2);
  await expect(alerts.first()).toContainText(failed);
  await expect(exportButton(page)).toBeDisabled();
  await products.repair();
  await alerts.first().getByRole("button", { name: "Retry", exact: true }).click();
  await expect(rows(page)).toHaveCount(3);
  await expectCards(page, "3", "83", "17", "₹2,497.50");
  await expect(alerts).toHaveCount(0);
});

test.describe("Export Data", () => {
  test("saves all rows under the filters, whatever their names contain", async ({
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

  test("that fails says so, and can be repeated", async ({ signedIn: page, make }) => {
    await make.product();
    await page.goto("/inventory");
    await expect(exportButton(page)).toBeEnabled();
    await page.context().setOffline(true);
    await exportButton(page).click();
    await expect(message(page, "Failed to export data. Please try again.")).toBeVisible();
    await page.context().setOffline(false);
    const answer = await holdNextAnswer(page, { method: "GET", path: "/api/inventory/export" });
    const download = page.waitForEvent("download");
    await exportButton(page).click();
    await expect(page.getByRole("button", { name: "Exporting..." })).toBeDisabled();
    answer.release();
    await download;
    await expect(message(page, "Inventory data exported successfully")).toBeVisible();
  });
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

test("a list of products that can't be loaded says so, and the report is shown", async ({
  signedIn: page,
  make,
}) => {
  // A phone that keeps the rows would show them.
  await withoutDatabase(page);
  await make.product();
  await page.route("**/api/products/choices", (route) => route.abort());
  await page.goto("/inventory");
  await expect(rows(page)).toHaveCount(1);
  await expect(message(page, "Failed to load products. Please try again.")).toBeVisible();
  await expect(message(page, failed)).toHaveCount(0);
});
