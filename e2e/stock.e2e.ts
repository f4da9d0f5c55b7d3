import type { Page } from "@playwright/test";
import { stockRoutes } from "@rounds/domain/stock/routes.ts";
import { expect, test } from "./fixtures.ts";
import { chips, colourOf, detail, headingsOf, message, rowsOf } from "./screen.ts";
import { breakTable, holdNextAnswer, loseNextAnswer } from "./trouble.ts";

// Thursday, November 20, 2025, noon in India.
test.use({ now: Date.parse("2025-11-20T06:30:00Z") });

const modal = (page: Page, name: "Add Stock" | "Edit Stock") => page.getByRole("dialog", { name });

test.describe("Add Stock", () => {
  test("adds to the current stock, as a purchase of today", async ({ signedIn: page, make }) => {
    const { id } = await make.product({ stock: 0, category: "" });
    await page.goto("/products");
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    const dialog = modal(page, "Add Stock");
    await expect(dialog).toContainText("Paracip 500");
    await expect(dialog).toContainText("No category");
    await expect(dialog).toContainText("Current stock: 0");
    const quantity = dialog.getByLabel("Quantity to Add");
    const submit = dialog.getByRole("button", { name: "Add Stock" });
    await expect(quantity).toBeFocused();
    await expect(quantity).toHaveValue("");
    await expect(quantity).toHaveAttribute("min", "1");
    await expect(submit).toBeDisabled();
    for (const refused of ["0", "-3", "1.5"]) {
      await quantity.fill(refused);
      await page.keyboard.press("Enter");
      await expect(quantity).toHaveAttribute("aria-invalid", "true");
    }
    await quantity.fill("25");
    await expect(dialog).toContainText("New total: 25");
    const answer = await holdNextAnswer(page, { method: "POST", path: /stock-additions$/ });
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Adding..." })).toBeDisabled();
    await expect(dialog.getByRole("button", { name: "Cancel" })).toBeDisabled();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeVisible();
    answer.release();
    await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
    await expect(dialog).toBeHidden();
    await expect(rowsOf(page, "Products")).toContainText("25");

    await page.goto(`/products/${id}`);
    await expect(rowsOf(page, "Stock History").getByRole("cell").first()).toHaveText("Nov 20, 2025");
    await expect(rowsOf(page, "Stock History")).toContainText("Purchase");
    await expect(rowsOf(page, "Stock History")).toContainText("+25");
    await expect(rowsOf(page, "Stock History")).toContainText("Manual stock addition");
  });

  test("starts anew at each opening; Cancel, the cross, Escape and the backdrop close it", async ({
    signedIn: page,
    make,
  }) => {
    await make.product({ stock: 5 });
    await page.goto("/products");
    const dialog = modal(page, "Add Stock");
    const closings = [
      () => dialog.getByRole("button", { name: "Cancel" }).click(),
      () => dialog.getByRole("button", { name: "Close", exact: true }).click(),
      () => page.keyboard.press("Escape"),
      () => page.mouse.click(20, 20),
    ];
    const button = page.getByRole("button", { name: "Add Stock: Paracip 500" });
    for (const close of closings) {
      await button.click();
      await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("");
      await expect(dialog.getByLabel("Notes")).toHaveValue("");
      await dialog.getByLabel("Quantity to Add").fill("7");
      await dialog.getByLabel("Notes").fill("half typed");
      await close();
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
    }
    await expect(rowsOf(page, "Products")).toContainText("5Low Stock");
  });

  test("counts once, after a lost answer and a reload in between", async ({ signedIn: page, make, call }) => {
    const { id } = await make.product({ stock: 0 });
    await page.goto(`/products/${id}`);
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    const dialog = modal(page, "Add Stock");
    await dialog.getByLabel("Quantity to Add").fill("25");
    await dialog.getByLabel("Notes").fill("From the depot");
    await loseNextAnswer(page, { method: "POST", path: /stock-additions$/ });
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(message(page, "Error adding stock. Please try again.")).toBeVisible();
    await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("25");

    await page.reload();
    await page.getByRole("button", { name: "Add Stock: Paracip 500" }).click();
    await expect(dialog).toContainText("It is not known whether this was saved.");
    await expect(dialog.getByLabel("Quantity to Add")).toHaveValue("25");
    await expect(dialog.getByLabel("Notes")).toHaveValue("From the depot");
    await dialog.getByRole("button", { name: "Add Stock" }).dblclick();
    await expect(message(page, "Stock added successfully to Paracip 500!")).toBeVisible();
    await expect(detail(page, "Current Stock")).toHaveText("25");
    const { rows } = await call(stockRoutes.ledger, { params: { id }, query: {} });
    expect(rows.map(({ quantity, notes }) => ({ quantity, notes }))).toEqual([
      { quantity: 25, notes: "From the depot" },
    ]);
  });
});

test.describe("Edit Stock", () => {
  test("sets a new total and shows the signed difference beforehand", async ({ signedIn: page, make }) => {
    const { id } = await make.product({ stock: 20 });
    await page.goto(`/products/${id}`);
    await page.getByRole("button", { name: "Edit Stock: Paracip 500" }).click();
    const dialog = modal(page, "Edit Stock");
    await expect(dialog).toContainText("Pain Relief");
    const total = dialog.getByLabel("New Total Quantity");
    await expect(total).toHaveValue("20");
    await expect(total).toHaveAttribute("min", "0");
    await expect(dialog).toContainText("Difference: 0. Nothing will be recorded.");
    await total.fill("26");
    await expect(dialog).toContainText("Difference: +6 from the current stock.");
    await total.fill("");
    await expect(dialog.getByRole("button", { name: "Update Stock" })).toBeDisabled();
    await total.fill("0");
    await expect(dialog).toContainText("Difference: -20 from the current stock.");
    await expect(dialog).toContainText("0 marks the product out of stock.");
    await total.fill("8");
    const answer = await holdNextAnswer(page, { method: "POST", path: /stock-corrections$/ });
    await page.keyboard.press("Enter");
    await expect(dialog.getByRole("button", { name: "Updating..." })).toBeDisabled();
    answer.release();
    await expect(message(page, "Stock updated successfully for Paracip 500!")).toBeVisible();
    await expect(detail(page, "Current Stock")).toHaveText("8Low Stock");
    await expect(rowsOf(page, "Stock History").first()).toContainText("Stock adjusted from 20 to 8 (-12)");
    await expect(rowsOf(page, "Stock History").first()).toContainText("Adjustment");
  });

  test("to the same total records nothing", async ({ signedIn: page, make }) => {
    const { id } = await make.product({ stock: 20 });
    await page.goto(`/products/${id}`);
    await page.getByRole("button", { name: "Edit Stock: Paracip 500" }).click();
    await modal(page, "Edit Stock").getByRole("button", { name: "Update Stock" }).click();
    await expect(message(page, "The stock stays at 20. Nothing was recorded.")).toBeVisible();
    await expect(message(page, /Stock updated successfully/)).toHaveCount(0);
    await expect(rowsOf(page, "Stock History")).toHaveCount(1);
  });

  test("says if the stock moved in the meantime, and then counts from the new one", async ({
    signedIn: page,
    make,
  }) => {
    const product = await make.product({ stock: 20 });
    const doctor = await make.doctor();
    await page.goto(`/products/${product.id}`);
    await page.getByRole("button", { name: "Edit Stock: Paracip 500" }).click();
    const dialog = modal(page, "Edit Stock");
    await dialog.getByLabel("New Total Quantity").fill("25");
    await make.visit({ doctor, visit_date: "2025-11-20", lines: [{ product, quantity: 4 }] });
    await dialog.getByRole("button", { name: "Update Stock" }).click();
    await expect(dialog).toContainText("The stock has changed: it was 20 and is now 16.");
    await expect(dialog.getByLabel("New Total Quantity")).toHaveValue("25");
    await expect(dialog).toContainText("Difference: +9 from the current stock.");
    await dialog.getByRole("button", { name: "Update Stock" }).click();
    await expect(message(page, "Stock updated successfully for Paracip 500!")).toBeVisible();
    await expect(detail(page, "Current Stock")).toHaveText("25");
  });

  test("says when it failed, and keeps what was typed", async ({ signedIn: page, make, product }) => {
    await make.product({ stock: 20 });
    await page.goto("/products");
    await page.getByRole("button", { name: "Edit Stock: Paracip 500" }).click();
    const dialog = modal(page, "Edit Stock");
    await dialog.getByLabel("New Total Quantity").fill("25");
    await dialog.getByLabel("Notes").fill("Counted");
    const ledger = await breakTable(product, "stock_transactions");
    await dialog.getByRole("button", { name: "Update Stock" }).click();
    await expect(message(page, "Error updating stock. Please try again.")).toBeVisible();
    await expect(dialog.getByLabel("Notes")).toHaveValue("Counted");
    await ledger.repair();
    await dialog.getByRole("button", { name: "Update Stock" }).click();
    await expect(message(page, "Stock updated successfully for Paracip 500!")).toBeVisible();
  });
});

test.describe("the ledger of a product", () => {
  test("shows every movement, with its balance and its visit", async ({ signedIn: page, make, person }) => {
    const product = await make.product({ stock: 20 });
    const visit = await make.visit({
      doctor: await make.doctor(),
      visit_date: "2025-11-18",
      lines: [{ product, quantity: 4 }],
    });
    await page.goto(`/products/${product.id}`);
    await expect(headingsOf(page, "Stock History")).toHaveText([
      "Date",
      "Type",
      "Quantity",
      "Balance",
      "Reference",
      "Notes",
      "By",
    ]);
    const rows = rowsOf(page, "Stock History");
    await expect(rows).toHaveCount(2);
    await expect(rows.nth(0).getByRole("cell")).toHaveText([
      "Nov 20, 2025",
      "Purchase",
      "+20",
      "16",
      "Manual",
      "Manual stock addition",
      person.email,
    ]);
    const sold = rows.nth(1).getByRole("cell");
    await expect(sold.nth(0)).toHaveText("Nov 18, 2025");
    await expect(sold.nth(2)).toHaveText("-4");
    expect(await colourOf(sold.nth(2).getByText("-4"))).toBe("red");
    // Sold two days before the stock was received.
    await expect(sold.nth(3)).toHaveText("-4");
    await rows.nth(1).getByRole("link", { name: "Visit" }).click();
    await expect(page).toHaveURL(`/visits/${visit.id}`);
  });

  test("that is empty or can't be loaded says so; it has pages of its own", async ({
    signedIn: page,
    make,
    call,
    product,
  }) => {
    const { id } = await make.product({ stock: 0 });
    await page.goto(`/products/${id}`);
    await expect(page.getByText("No stock movements yet")).toBeVisible();
    for (let count = 1; count <= 11; count++) {
      const body = { id: crypto.randomUUID(), quantity: count };
      await call(stockRoutes.add, { params: { id }, body });
    }
    const ledger = await breakTable(product, "stock_transactions");
    await page.reload();
    await expect(page.getByRole("alert")).toContainText("The stock history could not be loaded.");
    await ledger.repair();
    await page.getByRole("button", { name: "Retry", exact: true }).click();
    await expect(rowsOf(page, "Stock History").first()).toContainText("+11");
    await expect(page.getByText("Showing 10 of 11 entries")).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
    await expect(rowsOf(page, "Stock History")).toHaveCount(1);
    await expect(page).toHaveURL(`/products/${id}?page=2`);
  });

  test("is filtered by type and days, which the address keeps and paper shows", async ({
    signedIn: page,
    make,
  }) => {
    const product = await make.product({ stock: 20 });
    const doctor = await make.doctor();
    await make.visit({ doctor, visit_date: "2025-11-18", lines: [{ product, quantity: 4 }] });
    await make.visit({ doctor, visit_date: "2025-11-19", lines: [{ product, quantity: 3 }] });
    await page.goto(`/products/${product.id}`);
    const rows = rowsOf(page, "Stock History");
    const type = page.getByRole("combobox", { name: "Type" });
    await expect(type.getByRole("option")).toHaveText([
      "All movements",
      "Opening stock",
      "Purchases",
      "Sales",
      "Adjustments",
      "Sold before received",
    ]);
    await type.selectOption("Sales");
    await expect(rows).toHaveText([/^Nov 19, 2025Sale-3/, /^Nov 18, 2025Sale-4/]);
    await page.getByLabel("Start Date").fill("2025-11-19");
    await expect(page.getByText("Select end date to apply the date range.")).toBeVisible();
    await expect(rows).toHaveCount(2);
    await page.getByLabel("End Date").fill("2025-11-20");
    await expect(rows).toHaveText([/^Nov 19, 2025Sale-3/]);
    await expect(page).toHaveURL(/\?kind=sale&start_date=2025-11-19&end_date=2025-11-20$/);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(chips(page)).toHaveText(["Type: Sales", "Dates: Nov 19, 2025 to Nov 20, 2025"]);

    await page.emulateMedia({ media: "print" });
    await expect(page.getByText("Sales, Nov 19, 2025 to Nov 20, 2025", { exact: true })).toBeVisible();
    await expect(type).toBeHidden();
    await page.emulateMedia({ media: null });

    await type.selectOption("Adjustments");
    await expect(page.getByText("No stock movements match your filters.")).toBeVisible();
    await page.getByLabel("End Date").fill("2025-11-01");
    await expect(page.getByText("End date cannot be earlier than start date.")).toBeVisible();
    await page.getByRole("button", { name: "Show the whole history" }).click();
    await expect(rows).toHaveCount(3);
    await expect(chips(page)).toHaveCount(0);
    await type.selectOption("Purchases");
    await page.getByRole("button", { name: "Remove filter Type: Purchases" }).click();
    await expect(page).toHaveURL(`/products/${product.id}`);
  });
});
