import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { expect, test } from "../kit/fixtures.ts";
import { goInside, message, rowsOf } from "../kit/screen.ts";

// The business is in Kolkata, the browser in Los Angeles; the server, in this process, in UTC (see the configuration).
test.use({ timezoneId: "America/Los_Angeles" });

// October 31, 23:50 in Kolkata, 18:20 in UTC and 11:20 in Los Angeles.
test.use({ now: Date.parse("2025-10-31T18:20:00Z") });

test("the day and the month change at midnight in Kolkata, also in a page that is open; records and stock follow", async ({
  signedIn: page,
  make,
  call,
  serverClock,
}) => {
  await test.step("it is still the old day, until midnight passes while the page is open", async () => {
    const doctor = await make.doctor();
    await make.visit({ doctor, visit_date: "2025-10-31" });
    await make.visit({ doctor, visit_date: "2025-11-01" });
    await page.goto("/visits");
    await expect(page.getByLabel("Start Date")).toHaveValue("Oct 01, 2025");
    await expect(page.getByLabel("End Date")).toHaveValue("Oct 31, 2025");
    await expect(rowsOf(page, "Visits")).toHaveText([/Oct 31, 2025/]);
    serverClock.now = Date.parse("2025-10-31T18:31:00Z");
    await page.clock.fastForward("11:00");
    await expect(page.getByLabel("Start Date")).toHaveValue("Nov 01, 2025");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 01, 2025/]);
  });

  await test.step("the visit list and the dashboard start with the new month", async () => {
    await page.goto("/visits");
    await expect(page.getByLabel("Start Date")).toHaveValue("Nov 01, 2025");
    await expect(page.getByLabel("End Date")).toHaveValue("Nov 01, 2025");
    await expect(rowsOf(page, "Visits")).toHaveText([/Nov 01, 2025/]);

    await goInside(page, "/");
    await expect(page.getByRole("region", { name: "Visits This Period" })).toContainText("1");
    await expect(rowsOf(page, "Recent Visits")).toHaveText([/Nov 01, 2025/]);
    const months = page.locator('optgroup[label="2025 Months"]').getByRole("option");
    await expect(months.first()).toHaveText("October 2025");
    await page.getByRole("combobox", { name: "Period" }).selectOption("October 2025");
    await expect(rowsOf(page, "Recent Visits")).toHaveText([/Oct 31, 2025/]);
    expect((await call(dashboardRoutes.read, { query: {} })).visits).toBe(1);
  });

  await test.step("a visit is recorded on the new day, and its stock moves on it", async () => {
    const product = await make.product({ stock: 0 });
    await goInside(page, `/products/${product.id}`);
    // The three clocks differ.
    expect(new Date(2025, 0).getTimezoneOffset()).toBe(0);
    expect(await page.evaluate(() => new Date(2025, 0).getTimezoneOffset())).toBe(480);
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    await page.getByLabel("Quantity to Add").fill("100");
    await page.keyboard.press("Enter");
    await expect(rowsOf(page, "Stock History").getByRole("cell").first()).toHaveText("Nov 01, 2025");

    await goInside(page, "/visits/add");
    await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 01, 2025");
    await page.getByRole("combobox", { name: "Doctor", exact: true }).fill("asha");
    await page.getByRole("option", { name: "Dr. Asha Rao" }).click();
    await page.getByLabel("Product", { exact: true }).selectOption({ index: 1 });
    await page.getByLabel("Quantity", { exact: true }).fill("3");
    await page.getByRole("button", { name: "Add Item" }).click();
    await page.getByRole("button", { name: "Add Visit" }).click();
    await expect(message(page, "Visit added successfully!")).toBeVisible();
    const recorded = rowsOf(page, "Visits").filter({ hasText: "₹37.50" });
    await expect(recorded).toContainText("Nov 01, 2025");
    await recorded.click();
    await expect(page.getByText("Saturday, November 1, 2025")).toBeVisible();
    await page.getByRole("link", { name: "Edit", exact: true }).click();
    await expect(page.getByLabel("Visit Date")).toHaveValue("Nov 01, 2025");

    const { rows } = await call(stockRoutes.ledger, { params: { id: product.id }, query: {} });
    expect(rows.map((row) => [row.transaction_type, row.transaction_date])).toEqual([
      ["sale", "2025-11-01"],
      ["purchase", "2025-11-01"],
    ]);
  });
});
